// What is shown, and what the reader does.

const $ = id => document.getElementById(id);
const shown = { layers: [], storeys: [], flags: [] }; // what the reader has ticked
const flagCounts = count(C.flag, flagNames.length);
let mode = null, stale = true, view = null, hovered = -1;

const visible = c => shown.layers[C.layer[c]] && shown.storeys[C.storey[c]] && shown.flags[C.flag[c]];
const aspect = () => canvas.clientWidth / Math.max(canvas.clientHeight, 1);
const covered = () => innerWidth > 700 ? 280 / innerWidth : 0;

// paint colours the visible cells again and finds their outlines and connections.
function paint() {
  for (let c = 0; c < N; c++) {
    const on = visible(c);
    tints[4 * c + 3] = on ? 255 : 0;
    if (on) tints.set(mode.paint(c), 4 * c);
  }
  fillTints();
  fillLines(wallLines, $("walls").checked ? outlines() : []);
  fillLines(linkLines, $("links").checked ? connections() : []);
  redraw();
}

// outlines are the sides of walkable cells that no connection crosses.
function outlines() {
  const points = [], h = D.cell / 2;
  for (let c = 0; c < N; c++) {
    if (C.island[c] === 0 || !visible(c)) continue;
    const [x, y, z] = middle(c), up = y + 0.02;
    if (C.north[c] < 0) points.push(x - h, up, z + h, x + h, up, z + h);
    if (C.east[c] < 0) points.push(x + h, up, z - h, x + h, up, z + h);
    if (C.south[c] < 0) points.push(x - h, up, z - h, x + h, up, z - h);
    if (C.west[c] < 0) points.push(x - h, up, z - h, x - h, up, z + h);
  }
  return points;
}

function connections() {
  const points = [];
  for (let c = 0; c < N; c++) {
    for (const to of [C.north[c], C.east[c]]) {
      if (to < 0 || !visible(c) || !visible(to)) continue;
      const p = middle(c), q = middle(to);
      points.push(p[0], p[1] + 0.03, p[2], q[0], q[1] + 0.03, q[2]);
    }
  }
  return points;
}

function redraw() {
  if (!stale) requestAnimationFrame(frame);
  stale = true;
}

function frame() {
  stale = false;
  view = paintScene({ walls: $("walls").checked, links: $("links").checked, doors: $("doors").checked, scene: $("scene").value, top: ceiling() });
  placeLabels();
}

// ceiling is where the scene is cut off: under the storeys above the highest one shown.
function ceiling() {
  const above = shown.storeys.lastIndexOf(true) + 1;
  return above > 0 && above < D.storeys.length ? D.storeys[above] - D.origin[1] - 0.35 : 1e9;
}

// Labels lie over the picture, where their places are seen.
const labels = [];

function addLabel(kind, text, place, wanted) {
  const span = document.createElement("span");
  span.textContent = text;
  span.className = kind;
  $("labels").append(span);
  labels.push({ span, place, wanted });
}

function placeLabels() {
  for (const { span, place, wanted } of labels) {
    const p = [...camera.lifted(place), 1], q = [0, 1, 3].map(r => p.reduce((sum, v, k) => sum + v * view[4 * k + r], 0));
    const on = wanted() && q[2] > 0;
    span.style.display = on ? "" : "none";
    if (on) span.style.transform = `translate(${(q[0] / q[2] + 1) / 2 * canvas.clientWidth}px, ${(1 - q[1] / q[2]) / 2 * canvas.clientHeight}px) translate(-50%, -130%)`;
  }
}

// centroid is the cell of a set that is nearest to its middle.
function centroid(inside) {
  let sum = [0, 0, 0], n = 0, best = null, least = Infinity;
  for (let c = 0; c < N; c++) if (C.island[c] && inside(c)) [sum, n] = [plus(sum, middle(c), 1), n + 1];
  for (let c = 0; c < N; c++) {
    if (!C.island[c] || !inside(c)) continue;
    const away = Math.hypot(...plus(middle(c), sum, -1 / n));
    if (away < least) [best, least] = [c, away];
  }
  return best;
}

// pick is the visible cell under a place of the screen.
function pick(x, y) {
  const { from, to } = camera.ray(2 * x / canvas.clientWidth - 1, 1 - 2 * y / canvas.clientHeight, aspect());
  let best = -1, nearest = Infinity;
  for (let c = 0; c < N; c++) {
    const t = (C.height[c] * camera.lift - from[1]) / to[1];
    if (!(t > 0 && t < nearest)) continue;
    const i = (from[0] + t * to[0]) / D.cell - C.column[c], j = (from[2] + t * to[2]) / D.cell - C.row[c];
    if (i >= 0 && i < 1 && j >= 0 && j < 1 && visible(c)) [best, nearest] = [c, t];
  }
  return best;
}

function tell(c, x, y) {
  const tip = $("tip");
  tip.hidden = c < 0;
  if (c !== hovered) {
    hovered = c;
    fillLines(markLines, c < 0 ? [] : ring(c));
    redraw();
  }
  if (c < 0) return;
  const p = middle(c), rows = [
    ["column", `${C.column[c]}, ${C.row[c]}`], ["layer", C.layer[c]],
    ["place", `${(p[0] + D.origin[0]).toFixed(2)}, ${(p[2] + D.origin[2]).toFixed(2)}`], ["height", metres(p[1] + D.origin[1])],
    ["flag", flagNames[C.flag[c]]],
  ];
  if (C.island[c]) {
    rows.push(["island", C.island[c]], ["clearance", metres(C.clearance[c])]);
    D.groups.forEach((group, g) => rows.push([group.name, C.potential[g][c] < 0 ? "no way" : `${C.potential[g][c].toFixed(2)} ${D.unit}`]));
  }
  if (C.goal[c] >= 0) rows.push(["goal", C.goal[c]]);
  if (C.spawn[c] >= 0) rows.push(["spawn", D.regions[C.spawn[c]]]);
  const table = document.createElement("table");
  for (const row of rows) {
    const tr = table.insertRow();
    for (const text of row) tr.insertCell().textContent = text;
  }
  tip.replaceChildren(table);
  tip.style.left = Math.min(x + 16, innerWidth - tip.offsetWidth - 8) + "px";
  tip.style.top = Math.min(y + 16, innerHeight - tip.offsetHeight - 8) + "px";
}

function ring(c) {
  const [x, y, z] = middle(c), h = D.cell / 2, up = y + 0.04;
  const at = [[x - h, up, z - h], [x + h, up, z - h], [x + h, up, z + h], [x - h, up, z + h]];
  return at.flatMap((p, k) => [...p, ...at[(k + 1) % 4]]);
}

// toggles makes a checkbox for every entry of a list.
function toggles(id, states, entries) {
  for (const [key, text, more, on] of entries) {
    states[key] = on;
    const label = document.createElement("label"), box = document.createElement("input"), small = document.createElement("small");
    box.type = "checkbox";
    box.checked = on;
    box.onchange = () => { states[key] = box.checked; paint(); };
    small.textContent = more;
    label.append(box, text + " ", small);
    $(id).append(label);
  }
}

function place(text, more, at) {
  const a = document.createElement("a"), small = document.createElement("small");
  small.textContent = more;
  a.append(text + " ", small);
  if (at) a.onclick = () => { camera.target = at; camera.distance = Math.min(camera.distance, 12); redraw(); };
  $("places").append(a);
}

function heading(id, text) {
  const h = document.createElement("h2");
  h.textContent = text;
  $(id).append(h);
}

const footing = p => p.islands.length ? `island ${p.islands.slice(0, 5).join(", ")}${p.islands.length > 5 ? " …" : ""}` : "no walkable floor";

function listPlaces() {
  const heard = () => $("names").checked;
  if (D.goals.length + D.regions.length + D.doors.length) heading("places", "Places");
  for (const g of D.goals) {
    const c = centroid(c => C.goal[c] === g.goal), at = c === null ? null : middle(c);
    place(`goal ${g.goal}`, `${g.names.join(", ")}, ${footing(g)}`, at);
    if (at) addLabel("goal", `goal ${g.goal}`, at, () => heard() && visible(c));
  }
  D.regions.forEach((name, k) => {
    const c = centroid(c => C.spawn[c] === k), spawn = D.spawns.find(s => s.of === "scene" && s.name === name);
    place(name, spawn ? footing(spawn) : "", middle(c));
    addLabel("spawn", name, middle(c), () => heard() && visible(c));
  });
  for (const d of D.doors) {
    const at = d.middle.map((v, k) => v - D.origin[k]), width = d.clear_width === null ? "no floor" : `${d.clear_width.toFixed(2)} m`;
    place(d.name, `door, ${d.state}, ${width}`, at);
    addLabel("door", `${d.name} ${width}`, [at[0], at[1] + 1, at[2]], () => $("doors").checked);
  }
  if (D.warnings.length) heading("warnings", "Warnings");
  for (const text of D.warnings) {
    const p = document.createElement("p");
    p.textContent = text;
    $("warnings").append(p);
  }
}

function setMode(k) {
  mode = modes[k][1]();
  mode.legend();
  paint();
}

function fit() {
  camera.fit(aspect(), covered());
  redraw();
}

function fromAbove() {
  [camera.yaw, camera.pitch] = [0, Math.PI / 2];
  fit();
}

function listen() {
  let held = null;
  canvas.onpointerdown = e => { held = e; canvas.setPointerCapture(e.pointerId); canvas.classList.add("held"); tell(-1); };
  canvas.onpointerup = canvas.onpointercancel = () => { held = null; canvas.classList.remove("held"); };
  canvas.onpointerleave = () => tell(-1);
  canvas.onpointermove = e => {
    if (!held) return tell(pick(e.clientX, e.clientY), e.clientX, e.clientY);
    const dx = e.clientX - held.clientX, dy = e.clientY - held.clientY;
    if (e.shiftKey || held.button === 2) camera.move(dx, dy, canvas.clientHeight);
    else camera.turn(dx, dy);
    held = e.buttons ? { clientX: e.clientX, clientY: e.clientY, button: held.button } : null;
    redraw();
  };
  canvas.oncontextmenu = e => e.preventDefault();
  canvas.addEventListener("wheel", e => { e.preventDefault(); camera.zoom(Math.exp(Math.max(-100, Math.min(100, e.deltaY)) * 0.0015)); redraw(); }, { passive: false });
  addEventListener("keydown", e => { if (e.target.tagName !== "SELECT" && !e.ctrlKey && !e.metaKey) ({ f: fit, t: fromAbove })[e.key.toLowerCase()]?.(); });
  addEventListener("resize", redraw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setMode($("mode").value));
  $("mode").onchange = () => setMode($("mode").value);
  $("walls").onchange = $("links").onchange = paint;
  $("doors").onchange = $("names").onchange = $("scene").onchange = redraw;
  $("lift").oninput = () => { camera.lift = +$("lift").value; redraw(); };
  $("fit").onclick = fit;
  $("top").onclick = fromAbove;
  $("theme").onclick = () => {
    const root = document.documentElement, dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    setMode($("mode").value);
  };
}

// start reads wishes from the address, such as #mode=4&scene=faces&top.
function start() {
  $("title").textContent = D.scene;
  $("summary").textContent = `${count(C.flag, 1)[0].toLocaleString("en")} walkable cells of ${D.cell} m, ${D.area.toFixed(1)} m², ${D.layers} layers, ${D.islands.length} ${D.islands.length === 1 ? "island" : "islands"}`;
  modes.forEach(([name], k) => $("mode").append(new Option(name, k)));
  const floor = c => C.island[c] > 0, perLayer = count(C.layer, D.layers, floor), perStorey = count(C.storey, D.storeys.length, floor);
  toggles("layers", shown.layers, perLayer.map((n, k) => [k, `${k}`, n, true]));
  toggles("storeys", shown.storeys, D.storeys.map((y, k) => [k, metres(y), perStorey[k], true]).reverse());
  toggles("flags", shown.flags, flagNames.map((name, f) => [f, name, flagCounts[f], f === 0]).filter((_, f) => flagCounts[f]));
  const wish = new URLSearchParams(location.hash.slice(1));
  for (const [key, value] of wish) {
    const input = $(key);
    if (input?.type === "checkbox") input.checked = value !== "0";
    else if (input && "value" in input && input.tagName !== "BUTTON") input.value = value;
  }
  if (wish.has("theme")) document.documentElement.dataset.theme = wish.get("theme");
  camera.lift = +$("lift").value;
  if (!D.triangles.count) $("scene").disabled = true;
  listPlaces();
  listen();
  stale = false;
  setMode($("mode").value);
  if (wish.has("top")) fromAbove();
  else fit();
}

if (gl) start();
