//! Searches end, whatever fills their trees and whatever the network says.

use bitgames_core::Move;
use bitgames_core::any::AnyGame;
use bitgames_core::control::Control;
use bitgames_core::games::position;
use bitgames_core::rng::Rng;
use bitgames_core::search::mcts::{AnyPool, PoolOptions, Rule};

/// Searches of positions named by their text, with a network that says random things.
struct Game {
    pool: Box<dyn AnyPool>,
    rng: Rng,
}

impl Game {
    fn new(game: &str, rows: usize, options: PoolOptions) -> Self {
        let root = position(game).expect("a game");
        let mut rng = Rng::new(1);
        let roots: Vec<_> = (0..rows).map(|_| root.deal(&mut rng)).collect();
        let roots: Vec<&dyn AnyGame> = roots.iter().map(AsRef::as_ref).collect();
        Game { pool: root.many().pool(&roots, options).expect("a pool"), rng }
    }

    /// Searches to the end; every round brings the searches further.
    fn search(&mut self, logit: f32) {
        let moves = self.pool.searches().options().moves;
        let (mut begun, most) = (0, self.pool.searches().progress().1);
        loop {
            let waiting = self.pool.select(None, &Control::default()).expect("not stopped");
            if waiting == 0 {
                break;
            }
            let mut say = |scale: f32| scale * (self.rng.below(2001) as f32 / 1000.0 - 1.0);
            let logits: Vec<f32> = (0..waiting * moves).map(|_| say(logit)).collect();
            let values: Vec<f32> = (0..waiting).map(|_| say(1.0)).collect();
            self.pool.searches_mut().update(&logits, &values).expect("good numbers");
            begun += waiting as u64;
            assert!(begun <= most + self.pool.searches().len() as u64, "positions without end");
        }
        assert!(self.pool.searches().done());
    }

    /// Plays the chosen moves; false once all games are over.
    fn play(&mut self) -> bool {
        let found = self.pool.searches().result().expect("seen roots");
        let sums = found.policy.chunks(self.pool.searches().options().moves);
        for (sum, m) in sums.map(|row| row.iter().sum::<f32>()).zip(&found.moves) {
            assert!(m.is_none() || (sum - 1.0).abs() < 1e-3, "a policy of sum {sum}");
        }
        let moves: Vec<_> = found.moves.iter().map(|m| m.unwrap_or(Move(0))).collect();
        self.pool.play(&moves).expect("legal moves");
        found.moves.iter().any(Option::is_some)
    }
}

fn rules() -> [Rule; 2] {
    [Rule::default(), Rule::Puct { c: PoolOptions::C }]
}

/// The trees are full after a few nodes; the games go on to their end all the same.
#[test]
fn full_trees_are_played_and_searched_on() {
    for (game, see_all) in [("tictactoe:8", false), ("honeymoon", false), ("honeymoon", true)] {
        for (rule, leaves) in rules().into_iter().flat_map(|rule| [(rule, 1), (rule, 8)]) {
            let options = PoolOptions {
                rule,
                leaves,
                see_all,
                simulations: 40,
                mib: 1,
                ..PoolOptions::default()
            };
            let mut game = Game::new(game, 190, options);
            for _ in 0..3 {
                game.search(2.0);
                game.play();
            }
        }
    }
}

/// Probabilities of 0, powers of them, and noise at its bounds.
#[test]
fn no_logits_and_no_noise_stop_a_search() {
    for (rule, game) in
        rules().into_iter().flat_map(|rule| [(rule, "tictactoe:8"), (rule, "honeymoon")])
    {
        let puct = matches!(rule, Rule::Puct { .. });
        let rule = if puct { Rule::Puct { c: 1000.0 } } else { rule };
        for given in [None, Some(if puct { 1.0 } else { -1e6 })] {
            let moves = position(game).expect("a game").num_moves();
            let options = PoolOptions {
                rule,
                simulations: 30,
                temperature: if puct { 0.01 } else { 1.0 },
                given: given.map(|noise| vec![noise; 3 * moves]),
                ..PoolOptions::default()
            };
            for logit in [0.0, 30.0, 3e38] {
                let mut game = Game::new(game, 3, options.clone());
                game.search(logit);
                game.play();
                game.search(logit);
            }
        }
    }
}
