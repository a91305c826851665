// Drawing with WebGL 2: a square per cell, lines, and the triangles of the scene.

const canvas = document.getElementById("view");
const gl = canvas.getContext("webgl2", { alpha: false, antialias: true });
if (!gl) document.getElementById("summary").textContent = "This browser has no WebGL 2, which the page draws with.";

function program(vertex, fragment) {
  const p = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const s = gl.createShader(kind);
    gl.shaderSource(s, "#version 300 es\nprecision highp float;\n" + text);
    gl.compileShader(s);
    if (!gl.getShaderParameter(s, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(s));
    gl.attachShader(p, s);
  }
  gl.linkProgram(p);
  return { p, at: name => gl.getUniformLocation(p, name) };
}

// Cells: hidden ones have no opacity and are moved out of sight. Corners are worked out from whole numbers, so that
// neighbours agree on them to the bit and leave no cracks.
const cellProgram = program(`
  layout(location = 0) in vec2 corner; layout(location = 1) in vec3 place; layout(location = 2) in vec4 colour;
  uniform mat4 view; uniform float cell, lift; out vec4 tint; out vec2 within;
  void main() {
    tint = colour; within = corner;
    vec2 p = (place.xz + corner) * cell;
    gl_Position = colour.a == 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : view * vec4(p.x, place.y * lift, p.y, 1.0);
  }`, `
  in vec4 tint; in vec2 within; out vec4 colour;
  void main() {
    vec2 edge = min(within, 1.0 - within), wide = fwidth(within);
    vec2 line = 1.0 - smoothstep(vec2(0.0), 1.2 * wide, edge);
    float fine = 1.0 - smoothstep(0.08, 0.25, max(wide.x, wide.y)); // no lattice where cells are a few pixels
    colour = vec4(tint.rgb * (1.0 - 0.16 * fine * max(line.x, line.y)), 1.0);
  }`);

const plainProgram = program(`
  layout(location = 0) in vec3 at; uniform mat4 view; uniform float lift; uniform vec3 size; out vec3 place;
  void main() { place = at * size; gl_Position = view * vec4(place.x, place.y * lift, place.z, 1.0); }`, `
  in vec3 place; uniform vec4 ink; uniform bool shaded; uniform float top; out vec4 colour;
  void main() {
    if (place.y > top) discard;
    float light = 1.0;
    if (shaded) light = 0.6 + 0.4 * abs(dot(normalize(cross(dFdx(place), dFdy(place))), normalize(vec3(0.35, 0.85, 0.4))));
    colour = vec4(ink.rgb * light, ink.a);
  }`);

function array(data, size, type, normalised, location, divisor) {
  const b = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, b);
  gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
  gl.enableVertexAttribArray(location);
  gl.vertexAttribPointer(location, size, type, normalised, 0, 0);
  gl.vertexAttribDivisor(location, divisor);
  return b;
}

function arrays(fill) {
  const a = gl.createVertexArray();
  gl.bindVertexArray(a);
  const b = fill();
  gl.bindVertexArray(null);
  return { a, b, n: 0 };
}

const tints = new Uint8Array(4 * N);
const cells = arrays(() => {
  const places = new Float32Array(3 * N); // column, height, row
  for (let c = 0; c < N; c++) places.set([C.column[c], C.height[c], C.row[c]], 3 * c);
  array(new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]), 2, gl.FLOAT, false, 0, 0);
  array(places, 3, gl.FLOAT, false, 1, 1);
  return array(tints, 4, gl.UNSIGNED_BYTE, true, 2, 1);
});

const lines = () => arrays(() => array(new Float32Array(0), 3, gl.FLOAT, false, 0, 0));
const wallLines = lines(), linkLines = lines(), markLines = lines();
const faces = arrays(() => array(corners, 3, gl.UNSIGNED_SHORT, true, 0, 0));
const wires = arrays(() => {
  const b = array(corners, 3, gl.UNSIGNED_SHORT, true, 0, 0), index = new Uint32Array(6 * D.triangles.count);
  for (let t = 0; t < D.triangles.count; t++) index.set([3 * t, 3 * t + 1, 3 * t + 1, 3 * t + 2, 3 * t + 2, 3 * t], 6 * t);
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, index, gl.STATIC_DRAW);
  return b;
});

function fillLines(to, points) {
  to.n = points.length / 3;
  gl.bindBuffer(gl.ARRAY_BUFFER, to.b);
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(points), gl.DYNAMIC_DRAW);
}

function fillTints() {
  gl.bindBuffer(gl.ARRAY_BUFFER, cells.b);
  gl.bufferSubData(gl.ARRAY_BUFFER, 0, tints);
}

// paintScene draws everything. What is shown: { walls, links, doors, scene: "off" | "wire" | "faces", top }, where top
// cuts the scene off [m].
function paintScene(shown) {
  const scale = Math.min(devicePixelRatio || 1, 2), w = Math.round(canvas.clientWidth * scale), h = Math.round(canvas.clientHeight * scale);
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  const view = camera.matrix(w / h), back = themed("--back");
  gl.viewport(0, 0, w, h);
  gl.clearColor(back[0] / 255, back[1] / 255, back[2] / 255, 1);
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  gl.enable(gl.DEPTH_TEST);
  gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);

  gl.enable(gl.POLYGON_OFFSET_FILL);
  gl.polygonOffset(2, 2); // lines lie on the cells
  gl.useProgram(cellProgram.p);
  gl.uniformMatrix4fv(cellProgram.at("view"), false, view);
  gl.uniform1f(cellProgram.at("cell"), D.cell);
  gl.uniform1f(cellProgram.at("lift"), camera.lift);
  gl.bindVertexArray(cells.a);
  gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, N);
  gl.disable(gl.POLYGON_OFFSET_FILL);

  gl.useProgram(plainProgram.p);
  gl.uniformMatrix4fv(plainProgram.at("view"), false, view);
  gl.uniform1f(plainProgram.at("lift"), camera.lift);
  gl.enable(gl.BLEND);
  const plain = (ink, alpha, shaded, size) => {
    gl.uniform4f(plainProgram.at("ink"), ink[0] / 255, ink[1] / 255, ink[2] / 255, alpha);
    gl.uniform1i(plainProgram.at("shaded"), shaded);
    gl.uniform3f(plainProgram.at("size"), ...size);
  };
  gl.uniform1f(plainProgram.at("top"), 1e9);
  const draw = (set, ink, alpha) => {
    plain(ink, alpha, false, [1, 1, 1]);
    gl.bindVertexArray(set.a);
    gl.drawArrays(gl.LINES, 0, set.n);
  };
  if (shown.links) draw(linkLines, themed("--link"), 0.8);
  if (shown.walls) draw(wallLines, themed("--line"), 0.9);
  draw(markLines, [217, 90, 20], 1);
  gl.uniform1f(plainProgram.at("top"), shown.top);
  gl.depthMask(false); // the scene veils the cells and hides none
  if (shown.scene === "wire") {
    plain(themed("--wire"), 0.22, false, D.size);
    gl.bindVertexArray(wires.a);
    gl.drawElements(gl.LINES, 6 * D.triangles.count, gl.UNSIGNED_INT, 0);
  }
  gl.enable(gl.POLYGON_OFFSET_FILL);
  gl.polygonOffset(4, 4); // floors lie behind their cells
  const leaves = 3 * D.triangles.doors, solid = 3 * D.triangles.count - leaves;
  gl.bindVertexArray(faces.a);
  if (shown.scene === "faces") {
    plain(themed("--wire"), 0.08, true, D.size);
    gl.drawArrays(gl.TRIANGLES, 0, solid);
  }
  if (shown.doors) {
    plain([217, 138, 41], 0.55, true, D.size);
    gl.drawArrays(gl.TRIANGLES, solid, leaves);
  }
  gl.disable(gl.POLYGON_OFFSET_FILL);
  gl.depthMask(true);
  gl.disable(gl.BLEND);
  gl.bindVertexArray(null);
  return view;
}
