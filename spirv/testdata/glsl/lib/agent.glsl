struct Agent {
	vec3 position;
	float radius;
	uint group;
};
