// What the page was written with. Arrays are base64 of little-endian numbers.
const D = JSON.parse(document.getElementById("data").textContent);

function unpack(Type, text) {
  const raw = atob(text), bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return new Type(bytes.buffer);
}

const N = D.cells.count;
const C = {
  column: unpack(Uint16Array, D.cells.column), row: unpack(Uint16Array, D.cells.row),
  layer: unpack(Uint8Array, D.cells.layer), storey: unpack(Uint8Array, D.cells.storey), flag: unpack(Uint8Array, D.cells.flag),
  height: unpack(Float32Array, D.cells.height), clearance: unpack(Float32Array, D.cells.clearance),
  island: unpack(Uint32Array, D.cells.island), goal: unpack(Int16Array, D.cells.goal), spawn: unpack(Int16Array, D.cells.spawn),
  north: unpack(Int32Array, D.cells.north), east: unpack(Int32Array, D.cells.east),
  potential: (D.cells.potential || []).map(text => unpack(Float32Array, text)),
};
D.cells = null; // the text is long

// Connections go both ways: south and west are read off the neighbours.
C.south = new Int32Array(N).fill(-1);
C.west = new Int32Array(N).fill(-1);
for (let c = 0; c < N; c++) {
  if (C.north[c] >= 0) C.south[C.north[c]] = c;
  if (C.east[c] >= 0) C.west[C.east[c]] = c;
}

const corners = unpack(Uint16Array, D.triangles.corners || "");

// middle is the place of a cell's centre, relative to the corner of the grid [m].
const middle = c => [(C.column[c] + 0.5) * D.cell, C.height[c], (C.row[c] + 0.5) * D.cell];

const flagNames = ["walkable", "not a floor: steep, underside or obstacle", "too little head room", "under a wall seen from the side", "closed by an obstruction", "inside an obstacle"];

// count tells how many cells have each number below a bound, among those that are wanted.
function count(array, most, wanted = () => true) {
  const n = new Array(most).fill(0);
  for (let c = 0; c < N; c++) if (array[c] < most && wanted(c)) n[array[c]]++;
  return n;
}

// range is the least and greatest of an array over walkable cells, leaving out what is below zero if asked to.
function range(array, positive) {
  let lo = Infinity, hi = -Infinity;
  for (let c = 0; c < N; c++) {
    if (C.island[c] === 0 || positive && array[c] < 0) continue;
    lo = Math.min(lo, array[c]);
    hi = Math.max(hi, array[c]);
  }
  return lo <= hi ? [lo, hi] : [0, 0];
}

const metres = v => v.toFixed(2) + " m";
