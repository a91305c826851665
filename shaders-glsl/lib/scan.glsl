// Running sum over a workgroup of 256 threads.
#ifndef SCAN_GLSL
#define SCAN_GLSL
#define SCAN_TILE 1024u

shared uint scanSums[256];

// Sum of the values of the threads before this one; total: of all.
uint scanGroup(uint value, out uint total) {
	uint t = gl_LocalInvocationID.x;
	scanSums[t] = value;
	for (uint d = 1u; d < 256u; d *= 2u) {
		barrier();
		uint add = t >= d ? scanSums[t - d] : 0u;
		barrier();
		scanSums[t] += add;
	}
	barrier();
	total = scanSums[255];
	return scanSums[t] - value;
}
#endif
