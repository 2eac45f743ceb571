//! A first bot. The referee writes one JSON object a line: `hello`, then for each game `start`,
//! requests of the type `act`, and `end`; at last `bye`. Two of these are answered on stdout:
//! `hello` with `ready`, each `act` with its `id` and one of its `legal` actions. All else that is
//! printed must go to stderr. This bot remembers nothing, so many games may be open at once.
//!
//! Rust has no JSON. This bot looks for keys in the text, which is enough for it: the referee
//! writes no spaces, and the observation before `legal` and `events`. It is no reader for more.
use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.contains(r#""type":"hello""#) {
            say(r#"{"type":"ready","concurrent":true}"#)?;
        } else if line.contains(r#""type":"act""#) {
            let (id, action) = (number(&line, r#""id":"#), choose(&line));
            say(&format!(r#"{{"id":{},"action":"{}"}}"#, id, action))?;
        } else if line.contains(r#""type":"bye""#) {
            break;
        }
    }
    Ok(())
}
fn say(text: &str) -> io::Result<()> {
    println!("{}", text);
    io::stdout().flush() // so that it is not held back here while the clock runs
}
/// The first legal action that begins like a wish.
fn choose(line: &str) -> &str {
    // High numbers go into the row that must fall, low ones into the row that must rise.
    let place = if number(line, r#""drawn":"#) > 50 { "place:top" } else { "place:bottom" };
    let wishes = ["bank", "stick", "stay", "draw", "hit", place, "place:", "build:", "steal:",
        "add:", "block", "double:", "discard", ""];
    let legal = list(after(line, r#""legal":["#, 1));
    let find = |wish: &&str| legal.iter().find(|action| action.starts_with(*wish)).copied();
    wishes[if enough(line) { 0 } else { 2 }..].iter().find_map(find).expect("a legal action")
}
/// Whether to stop and keep what there is: the number to tune first is in each line.
fn enough(line: &str) -> bool {
    let me = number(line, r#""you":"#) + 1; // one's own list comes after so many others
    let rows = after(line, r#""top":"#, me);
    let cards = |n| list(after(rows, r#""cards":["#, n)).len();
    if line.contains(r#""roll":"#) { // bank_dice: the first three rolls cannot lose anything
        return number(line, r#""roll":"#) >= 3 && number(line, r#""bank":"#) >= 250;
    } else if line.contains(r#""rows":"#) { // bank_or_bust_numbers: six cards, in whichever row
        return cards(1) + cards(2) >= 6;
    } // bank_or_bust_money: three cards beside the hidden one
    line.contains(r#""wallets":"#) && list(after(line, r#""up":["#, me)).len() >= 3
}
fn after<'a>(text: &'a str, key: &str, n: usize) -> &'a str { // what follows the n-th `key`
    text.match_indices(key).nth(n - 1).map_or("", |(at, _)| &text[at + key.len()..])
}
fn number(line: &str, key: &str) -> usize { // 0 also for null and for text
    after(line, key, 1).split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap_or(0)
}
fn list(text: &str) -> Vec<&str> { // the items of a list, from behind its [ on, without quotes
    let inside = text.split(']').next().unwrap();
    inside.split(',').map(|item| item.trim_matches('"')).filter(|item| !item.is_empty()).collect()
}
