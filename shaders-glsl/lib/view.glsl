// The orthographic views of the bake: from the top, the front (looking along -z) and the side (along -x). A texel is a
// cell; texels are counted from the block's corner, but points are the scene's own, so that the same column gives the same
// bits in every block.
#ifndef VIEW_GLSL
#define VIEW_GLSL

// Coordinates of a point in the plane of a view [m].
vec2 sheetOf(uint view, vec3 p) { return view == VIEW_TOP ? p.xz : view == VIEW_FRONT ? p.xy : p.zy; }

// First texel of a view in the scene.
vec2 sheetOrigin(uint view) { return vec2(view == VIEW_SIDE ? F.blockZ : F.blockX, view == VIEW_TOP ? F.blockZ : 0u); }

vec2 sheetSize(uint view) { return vec2(view == VIEW_SIDE ? F.height : F.width, view == VIEW_TOP ? F.height : F.upright); }

// The centre of a texel in the plane of a view [m].
vec2 texelPoint(uint view, uvec2 texel) { return (vec2(texel) + sheetOrigin(view) + 0.5) * F.cell; }

#define GRAINS 16384 // of a texel: coverage is decided in these, exactly

// A point of a view's plane in grains.
ivec2 snapped(vec2 p) {
	precise vec2 at = p * F.perCell;
	return ivec2(roundEven(at * float(GRAINS)));
}

ivec2 texelMiddle(uint view, uvec2 texel) { return ivec2(texel + uvec2(sheetOrigin(view))) * GRAINS + GRAINS / 2; }

// On which side of the edge a→b a point lies, the opposite for the triangle on the other side of the edge: a point on the
// line counts as moved a little along x and less along y. Positive to the left.
int side(ivec2 a, ivec2 b, ivec2 p) {
	ivec2 d = b - a, q = p - a, high, low;
	imulExtended(d, q.yx, high, low);
	if (high.x != high.y) return high.x > high.y ? 1 : -1;
	if (low.x != low.y) return uint(low.x) > uint(low.y) ? 1 : -1;
	return d.y != 0 ? -d.y : d.x;
}

// Whether a triangle seen in a view covers a point: of the triangles of a mesh exactly one does.
bool covers(ivec2 a, ivec2 b, ivec2 c, ivec2 p) {
	int u = side(a, b, p), v = side(b, c, p), w = side(c, a, p);
	return u > 0 && v > 0 && w > 0 || u < 0 && v < 0 && w < 0;
}

// Coordinate of a triangle's plane across a view at a point, through the corner with the coordinates at and across;
// slope: its change over the view's two axes. It stays within the triangle.
float planeAt(vec2 slope, vec2 at, float across, vec2 p, float least, float most) {
	vec2 d = p - at;
	precise float x = across + (slope.x * d.x + slope.y * d.y);
	return clamp(x, least, most);
}
#endif
