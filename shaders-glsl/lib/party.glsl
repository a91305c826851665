// Parties: where to find the last member. Bind agentStage and agentParty before including.
#ifndef PARTY_GLSL
#define PARTY_GLSL

// Word of partyLast of an agent in a party: members on successive stages of a route have potentials of different goals.
uint partyWord(uint i) { return 2u * agentParty[i] - 2u + (F.stages > 0u ? fetch(agentStage, i).x & 1u : 0u); }
#endif
