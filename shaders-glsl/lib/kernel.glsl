// Footprints: the share w(d) in [0, 1] that an agent adds to a cell whose centre lies at offset d from it [cells].
#ifndef KERNEL_GLSL
#define KERNEL_GLSL
#define KERNEL_JIANG 0u
#define KERNEL_TREUILLE 1u
#define KERNEL_BILINEAR 2u

// Units of the fixed-point sums: sums of integers do not depend on the order of the agents.
#define WEIGHT_UNIT 262144.0  // 2^18 per footprint
#define MOMENTUM_UNIT 16384.0 // 2^14 per footprint and m/s
#define SPLAT_SPEED 8.0       // momentum is counted up to this speed [m/s]

// The frame's footprint, read once: a loop with atomics in it reads buffers anew every time.
struct Footprint {
	uint kernel, cells;
	float a, support, skirt, lambda;
};

Footprint footprintOf() {
	return Footprint(F.kernel, F.footCells, F.kernelA, F.kernelSupport, 1.0 / (F.kernelSupport - 0.5), F.kernelLambda);
}

// cos 2πχ for χ in [0, 0.5], within 1e-6. Vulkan leaves the accuracy of the built-in to the device.
float cosTurn(float chi) {
	float x = 3.14159265 * chi, y = x * x;
	float s = x * (1.0 - y * (1.0 / 6.0) * (1.0 - y * 0.05 * (1.0 - y * (1.0 / 42.0) * (1.0 - y * (1.0 / 72.0) * (1.0 - y * (1.0 / 110.0))))));
	return 1.0 - 2.0 * s * s;
}

// ML eq. 7 at the distance χ [cells]; beyond the support there is no share.
float jiang(Footprint p, float chi) {
	float u = (chi - 0.5) * p.skirt;
	if (chi <= 0.5) return max(p.a, 0.5 * ((1.0 - p.a) * cosTurn(chi) + (1.0 + p.a)));
	return chi < p.support ? p.a * (1.0 - u * u) : 0.0;
}

float share(Footprint p, vec2 d) {
	if (p.kernel == KERNEL_JIANG) return jiang(p, length(d));
	vec2 t = max(1.0 - abs(d) / p.support, 0.0);
	if (p.kernel == KERNEL_BILINEAR) return t.x * t.y;
	float m = min(t.x, t.y);
	return m > 0.0 ? pow(m, p.lambda) : 0.0;
}
#endif
