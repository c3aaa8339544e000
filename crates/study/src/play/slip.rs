//! Guesses at what an unknown word was meant to be.

use plyglot_support::text::shortened;

/// The most words that are suggested.
const SUGGESTED: usize = 4;
/// Longer words are not typing errors.
const LONGEST: usize = 20;

/// The words nearest to the typed text: those that begin with it, then those that differ in at most
/// half of its letters, nearest first. Each word stands for the suggestion in its place.
pub(super) fn near(typed: &str, words: impl Iterator<Item = (String, String)>) -> Vec<String> {
    let typed = typed.to_lowercase();
    let length = typed.chars().count();
    if length > LONGEST {
        return Vec::new();
    }
    let most = length.div_ceil(2);
    let distance = |word: &str| {
        let word = word.to_lowercase();
        let is_begun = length > 0 && word.starts_with(&typed);
        if is_begun { 0 } else { strsim::damerau_levenshtein(&typed, &word) }
    };
    let measured = words.map(|(word, suggested)| (distance(&word), suggested));
    let mut measured: Vec<(usize, String)> = measured.filter(|&(d, _)| d <= most).collect();
    // Of equally near words the first stays first.
    measured.sort_by_key(|&(distance, _)| distance);
    let mut near: Vec<String> = Vec::new();
    for (_, word) in measured {
        if near.len() < SUGGESTED && !near.contains(&word) {
            near.push(word);
        }
    }
    near
}

/// The answer to a word that is neither a move nor a command.
pub(super) fn answer(expected: &str, typed: &str, near: &[String]) -> String {
    let found: String = shortened(typed, 40);
    let mut text = format!("expected {expected}, found '{found}'");
    match near {
        [] => text += "; `moves` lists the legal moves, and `help` the commands",
        near => text += &format!("; near it: {}", near.join(", ")),
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near_of(typed: &str, words: &[&str]) -> Vec<String> {
        near(typed, words.iter().map(|&word| (word.to_owned(), word.to_owned())))
    }

    #[test]
    fn the_nearest_come_first() {
        let words = ["hint", "Nf3", "Nc3", "e4", "e5", "undo"];
        assert_eq!(near_of("hnit", &words), ["hint"]);
        assert_eq!(near_of("h", &words)[0], "hint");
        assert_eq!(near_of("un", &words), ["undo"]);
        assert_eq!(near_of("nf3", &words)[0], "Nf3");
        assert_eq!(near_of("E4", &words), ["e4", "e5"]);
        assert_eq!(near_of("Ne5", &words), ["e5", "Nf3", "Nc3", "e4"]);
        assert!(near_of("xyzzyx", &words).is_empty());
        assert!(near_of(&"e4".repeat(100), &words).is_empty());
        assert!(near_of("", &words).is_empty());
    }

    #[test]
    fn a_form_of_a_move_suggests_the_move_once() {
        let forms = [("e2e4", "e4"), ("e4", "e4"), ("e2e3", "e3")];
        let forms = forms.map(|(form, shown)| (form.to_owned(), shown.to_owned()));
        assert_eq!(near("e2e5", forms.into_iter()), ["e4", "e3"]);
    }

    #[test]
    fn an_answer_says_what_was_expected() {
        let near = ["e4".to_owned()];
        assert_eq!(answer("a move", "e9", &near), "expected a move, found 'e9'; near it: e4");
        assert!(answer("a move", "e9", &[]).ends_with("`help` the commands"));
    }
}
