package study

// Sources of the cases: IMO is MSC.1/Circ.1533, annex 3; RiMEA its guideline 3.0 and 4.1.1 as JuPedSim's tests have it; CC is
// Treuille, Cooper and Popović 2006. Bounds that these do not give are our own.
var cases = []Case{
	{"counterflow", "two rooms and a corridor of 2 m: 0, 10, 50 and 100 people come the other way", "IMO 8", true, counterflow},
	{"corner", "20 people round a corner", "RiMEA 6, IMO 6", false, corner},
	{"doors", "a room of 1,000 people with four doors, and with two", "RiMEA 9, IMO 9", true, doors},
	{"exits", "1,000 people between a near exit and a far one", "RiMEA 11", true, exits},
	{"goal-distance", "a goal just behind a neck, and 8 m behind it", "RiMEA 12a", false, goalDistance},
	{"neck-length", "a neck of 0.2 m and one of 5 m", "RiMEA 12b", false, neckLength},
	{"two-necks", "two necks one after the other", "RiMEA 12c", false, twoNecks},
	{"neck-width", "necks of 5 m and three widths", "RiMEA 12d", false, neckWidth},
	{"bottleneck", "necks of 2 m and six widths: the flow is proportional to the width", "Seyfried 2009; linear law", true, bottleneck},
	{"lanes", "two directions in a corridor of 4 m, mixed at the start", "Rex–Löwen order", true, lanes},
	{"two-groups", "two crowds of 300 pass through each other", "CC", false, twoGroups},
	{"four-groups", "four crowds of 200 meet", "CC", true, fourGroups},
	{"standing", "one person and a crowd that stands, or walks the same way", "CC", false, standing},
	{"office", "three storeys of 112 rooms, at three speeds", "RiMEA 8", true, office},
	{"circle-1000", "a disc of 1,000 people, each to the opposite rim", "antipodal circle", false, circle(1000)},
	{"circle-10000", "a disc of 10,000 people, each to the opposite rim", "antipodal circle", true, circle(10000)},
}
