// Colours of cells. A mode gives a colour [r, g, b] for every cell and fills the legend.

const hex = text => [1, 3, 5].map(at => parseInt(text.slice(at, at + 2), 16));
const css = colour => `rgb(${colour.map(Math.round).join(" ")})`;
const blend = (a, b, t) => a.map((v, k) => v + (b[k] - v) * t);
const themed = name => hex(getComputedStyle(document.documentElement).getPropertyValue(name).trim());

function ramp(stops) {
  const colours = stops.map(hex);
  return t => {
    const x = Math.min(Math.max(t, 0), 1) * (colours.length - 1), k = Math.min(Math.floor(x), colours.length - 2);
    return blend(colours[k], colours[k + 1], x - k);
  };
}

const rising = ramp(["#3f2a73", "#3d5e9c", "#2f9494", "#72c075", "#f2e377"]);
const widening = ramp(["#b3402f", "#e3a05c", "#efe3c0", "#86bcae", "#2a7f86"]);
const away = ramp(["#fff3c4", "#f7b267", "#e06a5a", "#9c3f7d", "#3d2a68"]);
const flagColours = ["#8fb5a2", "#d6a548", "#8d72b3", "#4aa0b3", "#c25a4c", "#7b828d"].map(hex);
const distinct = ["#6fa3c4", "#e0a458", "#7fb069", "#c87c9e", "#8d7bb8", "#d1745a", "#5fb3a8", "#b9a44c", "#9aa3ad", "#a3765a"].map(hex);
const unreachable = hex("#8a6fa8");
const dim = hex("#85888e");

// numbered gives every number above one its own colour, the first the quiet one.
function numbered(n) {
  return n < distinct.length ? distinct[n] : hueOf(n * 0.381966 % 1);
}

function hueOf(h) {
  return [0, 1 / 3, 2 / 3].map(at => 60 + 170 * Math.min(Math.max(2 - 6 * Math.abs((h - at + 1.5) % 1 - 0.5), 0), 1));
}

const goalColour = g => hex(D.palette[g % D.palette.length]);

function legend(rows) {
  const box = document.getElementById("legend");
  box.replaceChildren(...rows.map(([colour, text, more]) => {
    const row = document.createElement("div"), swatch = document.createElement("i"), small = document.createElement("small");
    swatch.style.background = css(colour);
    small.textContent = more || "";
    row.append(swatch, text, small);
    return row;
  }));
  return box;
}

// scale is the legend of a ramp; its first child is a bar.
function scale(colours, lo, hi, unit, rows) {
  const box = legend(rows || []), bar = document.createElement("div"), ends = document.createElement("div");
  bar.className = "bar";
  bar.style.background = `linear-gradient(to right, ${[...Array(9).keys()].map(k => css(colours(k / 8))).join(", ")})`;
  ends.className = "ends";
  for (const v of [lo, (lo + hi) / 2, hi]) {
    const end = document.createElement("span");
    end.textContent = `${v.toPrecision(3)} ${unit}`;
    ends.append(end);
  }
  box.prepend(bar, ends);
}

// walkable paints what agents can stand on, and leaves the rest grey.
const walkable = paint => c => C.island[c] === 0 ? dim : paint(c);

function ranged(array, colours, unit, offset) {
  const [lo, hi] = range(array, false);
  return {
    paint: walkable(c => colours((array[c] - lo) / (hi - lo || 1))),
    legend: () => scale(colours, lo + offset, hi + offset, unit),
  };
}

const modes = [
  ["flag", () => {
    const n = count(C.flag, flagNames.length);
    return { paint: c => flagColours[C.flag[c]], legend: () => legend(flagNames.map((name, f) => [flagColours[f], name, n[f]]).filter((_, f) => n[f])) };
  }],
  ["height", () => ranged(C.height, rising, "m", D.origin[1])],
  ["layer", () => ({ paint: c => numbered(C.layer[c]), legend: () => legend([...Array(D.layers).keys()].map(k => [numbered(k), "layer " + k])) })],
  ["storey", () => ({ paint: c => numbered(C.storey[c]), legend: () => legend(D.storeys.map((y, k) => [numbered(k), metres(y)])) })],
  ["island", () => {
    const rows = D.islands.slice(0, 12).map(n => [numbered(n.number - 1), n.number, `${n.area.toFixed(1)} m², ${metres(n.lowest)}` + (n.highest - n.lowest < 0.005 ? "" : ` to ${metres(n.highest)}`)]);
    if (D.islands.length > 12) rows.push([dim, `${D.islands.length - 12} more`]);
    return { paint: walkable(c => numbered(C.island[c] - 1)), legend: () => legend(rows) };
  }],
  ["clearance", () => ranged(C.clearance, widening, "m", 0)],
  ...D.groups.map((group, g) => [`potential of ${group.name}`, () => {
    const phi = C.potential[g], [, hi] = range(phi, true);
    // Bands, so that one sees the fronts.
    const paint = c => phi[c] < 0 ? unreachable : phi[c] === 0 ? goalColour(group.goal) : blend(away(phi[c] / hi), [255, 255, 255], Math.floor(phi[c] / hi * 24) % 2 * 0.14);
    return { paint: walkable(paint), legend: () => scale(away, 0, hi, D.unit, [[goalColour(group.goal), `goal ${group.goal}`], [unreachable, "no way for these agents"]]) };
  }]),
  ["goals and spawns", () => {
    const floor = themed("--floor"), spawn = k => blend(distinct[k % distinct.length], floor, 0.35);
    const paint = c => C.goal[c] >= 0 ? goalColour(C.goal[c]) : C.spawn[c] >= 0 ? spawn(C.spawn[c]) : floor;
    return {
      paint: walkable(paint),
      legend: () => legend([...D.goals.map(g => [goalColour(g.goal), `goal ${g.goal}`, g.names.join(", ")]), ...D.regions.map((name, k) => [spawn(k), name, "spawn"])].slice(0, 24)),
    };
  }],
];
