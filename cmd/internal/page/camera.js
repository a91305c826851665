// The camera turns about a point of the scene. Places are in metres from the corner of the grid, y up.

const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const plus = (a, b, t) => a.map((v, k) => v + b[k] * t);

const camera = {
  yaw: 0.6, pitch: 0.75, distance: 1, target: [0, 0, 0], lift: 1, // lift: how much heights are stretched
  slope: Math.tan(0.35), // of half the field of view

  // axes are the unit vectors to the right, up and back towards the eye.
  axes() {
    const cp = Math.cos(this.pitch), sp = Math.sin(this.pitch), cy = Math.cos(this.yaw), sy = Math.sin(this.yaw);
    const back = [cp * sy, sp, cp * cy], right = [cy, 0, -sy];
    return { right, up: cross(back, right), back };
  },
  lifted(p) { return [p[0], p[1] * this.lift, p[2]]; },
  eye() { return plus(this.lifted(this.target), this.axes().back, this.distance); },

  // matrix takes lifted places to clip space, column by column.
  matrix(aspect) {
    const { right, up, back } = this.axes(), eye = this.eye();
    const near = this.distance / 50, far = this.distance * 4 + 3 * Math.hypot(...D.size) * this.lift;
    const f = 1 / this.slope, a = (far + near) / (near - far), b = 2 * far * near / (near - far);
    const m = new Float32Array(16);
    for (let k = 0; k < 3; k++) {
      m[4 * k] = right[k] * f / aspect;
      m[4 * k + 1] = up[k] * f;
      m[4 * k + 2] = back[k] * a;
      m[4 * k + 3] = -back[k];
    }
    m[12] = -dot(right, eye) * f / aspect;
    m[13] = -dot(up, eye) * f;
    m[14] = -dot(back, eye) * a + b;
    m[15] = dot(back, eye);
    return m;
  },

  // ray through a point of the screen, both from -1 to 1.
  ray(x, y, aspect) {
    const { right, up, back } = this.axes();
    return { from: this.eye(), to: plus(plus(back.map(v => -v), right, x * this.slope * aspect), up, y * this.slope) };
  },

  turn(dx, dy) {
    this.yaw -= dx * 0.006;
    this.pitch = Math.min(Math.max(this.pitch + dy * 0.006, -1.2), Math.PI / 2);
  },
  move(dx, dy, height) {
    const { right, up } = this.axes(), t = 2 * this.slope * this.distance / height;
    const by = plus(right.map(v => -v * dx * t), up, dy * t);
    this.target = plus(this.target, [by[0], by[1] / this.lift, by[2]], 1);
  },
  zoom(factor) { this.distance = Math.min(Math.max(this.distance * factor, D.cell), 20 * Math.hypot(...D.size)); },

  // fit looks at the whole box of the scene, to the right of a panel that covers a share of the screen.
  fit(aspect, covered) {
    this.target = D.size.map(v => v / 2);
    const { right, up, back } = this.axes(), half = this.lifted(this.target), room = aspect * (1 - covered);
    this.distance = 0;
    for (let corner = 0; corner < 8; corner++) {
      const p = half.map((v, k) => corner >> k & 1 ? v : -v);
      this.distance = Math.max(this.distance, dot(p, back) + 1.08 / this.slope * Math.max(Math.abs(dot(p, right)) / room, Math.abs(dot(p, up))));
    }
    this.target = plus(this.target, right, -covered * aspect * this.slope * this.distance);
  },
};
