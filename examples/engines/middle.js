#!/usr/bin/env node
// A bot for Rowdy in JavaScript: it plays near the middle of the board. docs/engine-protocol.md explains the lines.
// Add it with: rowdy engines add middle node examples/engines/middle.js
const lines = require("node:readline").createInterface({ input: process.stdin });
let legal = [];

/** How far the squares of a move are from the middle, c3. */
function distance(move) {
  const squares = move.match(/[a-i][1-9]/g) ?? [];
  return squares.reduce((sum, square) => sum + Math.abs(square.charCodeAt(0) - 99) + Math.abs(square[1] - 3), 0);
}

lines.on("line", (line) => {
  const [word, ...rest] = line.split(" ");
  if (word === "rowdy") console.log("id Middle\nready");
  else if (word === "legal") legal = rest;
  else if (word === "go") console.log(`move ${legal.sort((one, other) => distance(one) - distance(other))[0]}`);
  else if (word === "quit") process.exit();
});
