// Local models of groups, by the values of the slot "models".
#define MODEL_CONTINUUM 0u
#define MODEL_AVOID 1u
#define MODEL_ORCA 2u
