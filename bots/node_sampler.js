// In JavaScript for node, without a package: draws one of the listed actions at random. It could
// play any game; so that the weekly league stays short, it enters two ("games").
//
// A generator of its own is seeded with the number that `start` brings, so that the same game can
// be played again. Every game has a generator, so many games may be open at once ("concurrent").
// console.log would go to stdout, which belongs to the protocol: log with console.error.

const lines = require("node:readline").createInterface({ input: process.stdin });
const games = new Map();

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

// A linear congruential generator; numbers from 0 to n - 1.
function generator(seed) {
  let state = BigInt(seed);
  return (n) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % (1n << 64n);
    return Number((state >> 33n) % BigInt(n));
  };
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  switch (message.type) {
    case "hello":
      say({
        type: "ready",
        concurrent: true,
        name: "Node sampler",
        games: ["bank_or_bust_numbers", "bank_or_bust_money"],
      });
      break;
    case "start":
      games.set(message.game_id, generator(message.seed));
      break;
    case "act": {
      const draw = games.get(message.game_id);
      say({ id: message.id, action: message.legal[draw(message.legal.length)] });
      break;
    }
    case "end":
      games.delete(message.game_id);
      break;
    case "bye":
      process.exit(0);
  }
});
