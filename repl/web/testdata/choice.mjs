// What clicks mean, for moves of a few kinds. It fails with an error.
import assert from "node:assert/strict";
import { Choice } from "../page/choice.js";

let kinds = 0;
const move = (...sites) => ({
  text: sites.join("-") + "/" + ++kinds,
  roles: sites.map((value) => ({ type: "site", value })),
});
const clicks = (moves, ...sites) => {
  const choice = new Choice(moves);
  let last = {};
  for (const site of sites) last = choice.click(site);
  return { choice, ...last };
};

// A piece and where it goes.
const walk = [move("a", "b"), move("a", "c"), move("d", "c")];
assert.equal(clicks(walk, "a", "b").move, walk[0]);
assert.equal(clicks(walk, "a", "d", "c").move, walk[2], "another piece");
assert.equal(clicks(walk, "a", "a", "d", "c").move, walk[2], "put down again");
assert.deepEqual(clicks(walk, "d", "b").refused, ["d", "b"]);
assert.deepEqual(clicks(walk, "z").refused, ["z"]);
assert.equal(clicks(walk, "d", "b", "a", "c").move, walk[1], "after a refusal");

// The target first: the only piece that can go there goes, else one is chosen.
assert.equal(clicks(walk, "b").move, walk[0]);
assert.deepEqual([...clicks(walk, "c").choice.next()], ["a", "d"]);
assert.equal(clicks(walk, "c", "d").move, walk[2]);

// The only piece that can go is chosen already, passes remain possible.
const jump = [move("a", "b"), move("a", "c"), move()];
assert.deepEqual(new Choice(jump).sites, ["a"]);
assert.deepEqual(new Choice(jump).rest(), [jump[2]]);
assert.equal(clicks(jump, "c").move, jump[1]);
assert.deepEqual(clicks(jump, "x").refused, ["a", "x"]);
assert.deepEqual(clicks(jump, "a").choice.sites, ["a"]);

// One site, one click; several moves of the same sites are told apart by buttons.
const wall = [move("p"), move("q"), move("q")];
assert.equal(clicks(wall, "p").move, wall[0]);
assert.deepEqual(clicks(wall, "q").choice.rest(), [wall[1], wall[2]]);

// Sites in between may be left out, or tell routes apart.
const route = [move("a", "b", "d"), move("a", "c", "d"), move("a", "e", "f")];
assert.equal(clicks(route, "f").move, route[2]);
assert.equal(clicks(route, "d").choice.rest().length, 2);
assert.equal(clicks(route, "c").move, route[1], "a click on what would be taken");

// Members of sets are chosen in any order, and given up again; a button takes the set.
const set = (value, type = "sites") => ({ text: `${value}`, roles: [{ type, value }] });
const sets = ["a", "b", "c", "a+b", "a+c", "b+c"].map((value) => set(value));
assert.deepEqual([...new Choice(sets).next()], ["a", "b", "c"]);
assert.equal(clicks(sets, "c", "a").move, sets[4]);
assert.deepEqual(clicks(sets, "b").choice.rest(), [sets[1]]);
assert.equal(clicks(sets, "b", "b", "c", "a").move, sets[4]);
assert.deepEqual(clicks(sets, "b", "b").choice.rest(), []);
const hand = [set("none", "kinds"), set("Q", "kinds"), set("Q+R", "kinds")];
assert.deepEqual(new Choice(hand).rest(), [hand[0]]);
assert.deepEqual(clicks(hand, "Q").choice.rest(), [hand[1]]);
assert.equal(clicks(hand, "R").move, hand[2]);

// No click on any board gets stuck: whatever was clicked before, a move can still be made.
const sites = [..."abcdefpq"];
for (const moves of [walk, jump, wall, route])
  for (const x of sites)
    for (const y of sites)
      for (const { sites: own, move: m } of new Choice(moves).moves) {
        if (!own.length) continue;
        const choice = new Choice(moves);
        if (choice.click(x).move || choice.click(y).move) continue;
        choice.reset();
        let made = choice.rest().includes(m);
        for (const site of own.slice(choice.sites.length)) made ||= choice.click(site).move === m;
        assert.ok(made || choice.rest().includes(m), `${m.text} after ${x} and ${y}`);
      }
