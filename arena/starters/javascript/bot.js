// A first bot. The referee writes one JSON object a line to stdin: `hello`, then for each game
// `start`, requests of the type `act`, and `end`; at last `bye`. Two of these are answered on
// stdout: `hello` with `ready`, and each `act` with its `id` and one of its `legal` actions.
// Nothing else may go to stdout: use console.error, which the referee keeps for you.
"use strict";
const readline = require("node:readline");

const input = readline.createInterface({ input: process.stdin });
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

input.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    // "concurrent": several games may be open at once. This bot remembers nothing, so it cannot
    // mix them up; one that does keeps its memory by message.game_id.
    say({ type: "ready", concurrent: true });
  } else if (message.type === "act") {
    say({ id: message.id, action: choose(message.observation, message.legal) });
  } else if (message.type === "bye") {
    process.exit();
  }
});

/** The first legal action that begins like a wish. */
function choose(seen, legal) {
  const wishes = [
    ...(enough(seen) ? ["bank", "stick"] : []),
    "stay", "draw", "hit",
    // High numbers go into the row that must fall, low ones into the row that must rise.
    Number.isInteger(seen.drawn) && seen.drawn > 50 ? "place:top" : "place:bottom", "place:",
    "build:", "steal:", "add:", "block", "double:", "discard",
  ];
  for (const wish of wishes) {
    const found = legal.find((action) => action.startsWith(wish));
    if (found !== undefined) return found;
  }
  return legal[0];
}

/** Whether to stop and keep what there is: the number to tune first is in each line. */
function enough(seen) {
  // bank_dice: the first three rolls cannot lose anything
  if ("roll" in seen) return seen.roll >= 3 && seen.bank >= 250;
  // bank_or_bust_numbers: six cards, in whichever row
  if ("rows" in seen) {
    const { top, bottom } = seen.rows[seen.you];
    return top.cards.length + bottom.cards.length >= 6;
  }
  // bank_or_bust_money: three cards beside the hidden one
  if ("wallets" in seen) return seen.hands[seen.you].up.length >= 3;
  return false;
}
