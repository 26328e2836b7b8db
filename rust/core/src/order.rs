//! The order of short lists.

/// Sorts a list of few elements, as the moves of a position, by insertion; equal ones keep their order.
///
/// The sorts of the standard library are made for long lists: each one is 6 KB of code.
pub(crate) fn sort_few<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && key(&list[at]) < key(&list[at - 1]) {
            list.swap(at - 1, at);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn it_is_the_stable_sort_of_the_library() {
        let mut rng = Rng::new(1);
        for length in 0..40 {
            let list: Vec<_> = (0..length).map(|at| (rng.below(7), at)).collect();
            let (mut ours, mut theirs) = (list.clone(), list);
            sort_few(&mut ours, |&(key, _)| key);
            theirs.sort_by_key(|&(key, _)| key);
            assert_eq!(ours, theirs);
        }
    }
}
