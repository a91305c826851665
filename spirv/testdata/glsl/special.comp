#version 460
// A group size and other constants that the host may set.
layout(local_size_x_id = 0, local_size_y = 2) in;
layout(constant_id = 3) const uint tile = 7;
layout(constant_id = 1) const float weight = 1.5;
layout(constant_id = 2) const bool warm = true;
layout(binding = 0, std430) writeonly buffer Sums { uint sums[]; } unused_readers;
shared uint part[tile];
void main() {
	part[gl_LocalInvocationIndex] = uint(weight);
	barrier();
	unused_readers.sums[gl_GlobalInvocationID.x * gl_WorkGroupSize.x] = part[0] + (warm ? 1u : 0u);
}
