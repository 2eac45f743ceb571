"use strict";

const { players, parts, boards } = JSON.parse(document.getElementById("table").textContent);
const element = (id) => document.getElementById(id);
const last = boards.length - 1;
let at = 0;
let viewer = null;
let timer = null;

// Elements are only ever filled with text, never with markup.
function made(tag, classes, ...children) {
  const node = document.createElement(tag);
  if (classes) node.className = classes;
  node.append(...children.filter((child) => child !== null && child !== ""));
  return node;
}

const hidden = (text) => (text ? made("span", "hidden", ` ${text}`) : null);

const PIPS = {
  1: [[2, 2]],
  2: [[1, 1], [3, 3]],
  3: [[1, 1], [2, 2], [3, 3]],
  4: [[1, 1], [1, 3], [3, 1], [3, 3]],
  5: [[1, 1], [1, 3], [2, 2], [3, 1], [3, 3]],
  6: [[1, 1], [1, 2], [1, 3], [3, 1], [3, 2], [3, 3]],
};

function shape(tag, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

function die(face) {
  const label = { viewBox: "0 0 40 40", role: "img", "aria-label": `die showing ${face}` };
  const svg = shape("svg", label);
  svg.append(shape("rect", { x: 1, y: 1, width: 38, height: 38, rx: 8 }));
  for (const [x, y] of PIPS[face]) svg.append(shape("circle", { cx: 10 * x, cy: 10 * y, r: 3.6 }));
  return made("span", "die", svg);
}

const WILDS = {
  Pyramid: "M20 5 37 35H3zM20 5v30M11 21h18",
  Eagle: "M20 13c-5-6-11-6-18-4 3 9 9 12 13 13l-4 11 9-6 9 6-4-11c4-1 10-4 13-13-7-2-13-2-18 4z",
};

function wild(face) {
  const svg = shape("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" });
  svg.append(shape("path", { d: WILDS[face] }));
  return svg;
}

function printed(face) {
  if (!(face in WILDS)) return made("span", "", face);
  return made("span", "picture", wild(face), hidden(face));
}

function card(piece) {
  const { face, tone = "", mark = "", tags = [], note, private: owner } = piece;
  const classes = ["card", tone === "number" ? "number-card" : tone, mark];
  if (face.length > 3 && !(face in WILDS)) classes.push("long");
  if (tags.length) classes.push("tagged");
  if (owner !== undefined) classes.push("private");
  const node = made("span", classes.join(" ").trim(), printed(face));
  node.dataset.face = face;
  if (face in WILDS) node.title = face;
  if (tags.length) node.append(made("span", "tags", ...tags.map((tag) => made("span", "", tag))));
  const told = [note, owner !== undefined ? `seen by ${players[owner]} only` : ""];
  node.append(...told.filter(Boolean).map(hidden));
  return node;
}

function pile(piece) {
  const state = made("span", "state", piece.mark === "locked" ? " locked" : " exposed");
  return made(
    "div",
    `pile ${piece.mark ?? ""}`,
    made("div", "title", piece.face, state),
    made("div", "inner", ...piece.inner.map(card)),
  );
}

function drawn(piece) {
  if (piece.kind === "back" || (viewer !== null && (piece.private ?? viewer) !== viewer)) {
    return made("span", "face-down", hidden("face down"));
  }
  switch (piece.kind) {
    case "die":
      return die(piece.face);
    case "pile":
      return pile(piece);
    case "start":
      return made("span", "start", piece.face);
    case "card":
      return card(piece);
  }
  return made("span", `text ${piece.tone ?? ""}`.trim(), piece.face);
}

function zone(number, changed) {
  const { label, pieces = [], text = "" } = parts[number];
  const title = made("div", "label", label, text ? made("b", "", text) : null);
  const nothing = pieces.length ? [] : [made("span", "soft none", "–")];
  const held = made("div", "pieces", ...nothing, ...pieces.map(drawn));
  return made("div", changed ? "zone changed" : "zone", title, held);
}

function seat(number, place, before) {
  const { score, badges = [], turn, out, zones = [] } = parts[number];
  const was = before === null ? zones : parts[before].zones ?? [];
  const node = made(
    "article",
    `seat${turn ? " turn" : ""}${out ? " out" : ""}`,
    made(
      "header",
      "",
      made("h3", "", made("bdi", "", players[place]), hidden(turn ? "is asked" : "")),
      made("span", "score", score),
      made("span", "badges", ...badges.map((badge) => made("span", "badge", badge))),
    ),
    ...zones.map((each, order) => zone(each, each !== was[order])),
  );
  return node;
}

function facts(number) {
  const pairs = parts[number].map(([label, value]) =>
    made("div", "", made("dt", "", label), made("dd", "", value)),
  );
  return made("dl", "facts", ...pairs);
}

function draw(before) {
  const [known, zones, seats] = boards[at];
  const was = before === null ? boards[at] : boards[before];
  const middle = zones.map((each, order) => zone(each, each !== was[1][order]));
  element("board").replaceChildren(
    made("div", "middle", facts(known), ...middle),
    made("div", "seats", ...seats.map((each, place) => seat(each, place, was[2][place]))),
  );
}

// What happened stands in the log already; the current step's part of it is shown above the table.
function tell() {
  const current = element(`s${at}`);
  for (const item of document.querySelectorAll(".log [aria-current]")) {
    item.removeAttribute("aria-current");
  }
  current.setAttribute("aria-current", "step");
  const lines = [...current.querySelectorAll("p")].filter((line) => !line.hidden);
  element("told").classList.toggle("many", lines.length > 3);
  const nothing = [made("p", "soft", `Something that ${players[viewer]} is not told of.`)];
  const shown = lines.length ? lines.map((line) => line.cloneNode(true)) : nothing;
  element("told").replaceChildren(...shown);
  const box = current.closest(".scroll");
  const top = element(`s${near(at, -1)}`).offsetTop - box.clientHeight / 3;
  box.scrollTo({ top });
}

function look(who) {
  viewer = who;
  for (const part of document.querySelectorAll(".log [data-to]")) {
    part.hidden = viewer !== null && !part.dataset.to.split(" ").includes(String(viewer));
  }
  for (const step of document.querySelectorAll(".log li")) {
    step.hidden = !step.querySelector("p:not([hidden])");
  }
}

// That step, or the next one (by: 1) or the one before it (by: -1) of which the viewer is told.
function near(step, by) {
  while (element(`s${step + by}`) && element(`s${step}`)?.hidden) step += by;
  return step;
}

function go(step) {
  const before = at;
  at = Math.max(0, Math.min(last, step));
  draw(at === before + 1 ? before : null);
  tell();
  element("at").textContent = at;
  element("slider").value = at;
  element("slider").setAttribute("aria-valuetext", `step ${at} of ${last}`);
  const options = [...element("chapters").options].filter((one) => Number(one.value) <= at);
  element("chapters").value = options[options.length - 1].value;
  element("chapter").textContent = options[options.length - 1].textContent;
  const seen = viewer === null ? "" : `&seat=${viewer}`;
  history.replaceState(null, "", `#step=${at}${seen}`);
  if (at === last) stop();
}

function named(name) {
  element("run").querySelector("span").textContent = name;
  element("run").classList.toggle("going", name === "Pause");
}

function stop() {
  clearTimeout(timer);
  timer = null;
  named("Play");
}

function tick() {
  timer = setTimeout(() => {
    tick();
    go(near(at + 1, 1));
  }, Number(element("pace").value));
}

function run() {
  if (timer !== null) return stop();
  named("Pause");
  if (at === last) go(0);
  tick();
}

function linked() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const seen = Number(wanted.get("seat") ?? NaN);
  if (element("viewer")) {
    look(seen in players ? seen : null);
    element("viewer").value = viewer ?? "";
  }
  go(Number(wanted.get("step")) || 0);
}

const KEYS = {
  ArrowRight: () => go(near(at + 1, 1)),
  ArrowLeft: () => go(near(at - 1, -1)),
  Home: () => go(0),
  End: () => go(last),
  " ": run,
};

addEventListener("keydown", (event) => {
  const busy = event.target.closest("input, select") || (event.key === " " && event.target.closest("a, button, [tabindex]"));
  if (busy || !(event.key in KEYS) || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (event.key !== " ") stop();
  KEYS[event.key]();
});

element("first").addEventListener("click", () => go(0));
element("previous").addEventListener("click", KEYS.ArrowLeft);
element("next").addEventListener("click", KEYS.ArrowRight);
element("last").addEventListener("click", () => go(last));
element("run").addEventListener("click", run);
element("slider").addEventListener("input", (event) => go(Number(event.target.value)));
element("chapters").addEventListener("change", (event) => go(Number(event.target.value)));
element("viewer")?.addEventListener("change", (event) => {
  look(event.target.value === "" ? null : Number(event.target.value));
  go(at);
});
element("unscripted").remove();
addEventListener("hashchange", linked);
linked();
