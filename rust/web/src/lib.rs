//! The engine for browsers and Node: a WebAssembly module that answers requests.
//!
//! It is a face of `bitgames-core` beside the Python module: requests and answers are JSON, positions
//! and moves their text forms, errors those of the core. A request is an object whose field `do` says
//! what is asked for; [`Request`] lists them. An answer is an object too: what was asked for, or
//! `error`, its kind, with `message`.
//!
//! ```text
//! {"do":"play","position":"othello","move":"f5"}
//! {"do":"search","position":"othello","depth":12}       -> {"handle":1}
//! {"do":"step","handle":1,"ms":50}                      -> value, best, pv ... over
//! {"do":"free","handle":1}
//! ```
//!
//! A search or a solve runs in steps, so that its host can stop between them. `abi` has the functions
//! of the module, and `js/` a package on top of them.
//!
//! `room` and `run` are for a page without a server: a room for one person, who speaks the messages of
//! the rooms of the Python package, and the work that the room orders, which another thread may do.

mod abi;
mod answer;
mod engine;
mod request;
mod room;
mod work;

pub use self::engine::Engine;
pub use self::request::Request;
