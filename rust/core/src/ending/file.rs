//! placeholder
#[derive(Debug)]
pub(super) struct Mapped(Vec<u8>);
impl Mapped {
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}
