// Footprints: the share w(d) in [0, 1] that an agent adds to a cell whose centre lies at offset d from it [m].
#ifndef KERNEL_GLSL
#define KERNEL_GLSL
#define KERNEL_JIANG 0u
#define KERNEL_TREUILLE 1u
#define KERNEL_BILINEAR 2u

// Units of the fixed-point sums: sums of integers do not depend on the order of the agents.
#define WEIGHT_UNIT 262144.0  // 2^18 per footprint
#define MOMENTUM_UNIT 16384.0 // 2^14 per footprint and m/s
#define SPLAT_SPEED 8.0       // momentum is counted up to this speed [m/s]

// cos 2πχ for χ in [0, 0.5], within 1e-6. Vulkan leaves the accuracy of the built-in to the device.
float cosTurn(float chi) {
	float x = 3.14159265 * chi, y = x * x;
	float s = x * (1.0 - y / 6.0 * (1.0 - y / 20.0 * (1.0 - y / 42.0 * (1.0 - y / 72.0 * (1.0 - y / 110.0)))));
	return 1.0 - 2.0 * s * s;
}

// ML eq. 6-7; χ beyond the support has no share.
float jiang(float chi) {
	float a = F.kernelA;
	if (chi <= 0.5) return max(a, 0.5 * ((1.0 - a) * cosTurn(chi) + (1.0 + a)));
	if (chi >= F.kernelSupport) return 0.0;
	float u = (chi - 0.5) / (F.kernelSupport - 0.5);
	return a * (1.0 - u * u);
}

float footprint(vec2 d) {
	if (F.kernel == KERNEL_JIANG) return jiang(length(d) / F.cell);
	vec2 t = max(1.0 - abs(d) / (F.kernelSupport * F.cell), 0.0);
	if (F.kernel == KERNEL_BILINEAR) return t.x * t.y;
	float m = min(t.x, t.y);
	return m > 0.0 ? pow(m, F.kernelLambda) : 0.0;
}
#endif
