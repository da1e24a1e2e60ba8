package topology_test

import (
	"fmt"
	"log"

	"boardgame/dsl/topology"
)

// Build a board, and walk on it.
func Example() {
	b, problems := topology.Build(topology.Spec{Shape: "square", Args: []int{3, 3}, Edges: true})
	if len(problems) > 0 {
		log.Fatal(problems[0].Message)
	}
	corner, _ := b.SiteByName("a1")
	for s := range b.Images(b.Orthogonal, topology.SetOf(corner)).All() {
		fmt.Println(b.Names[s])
	}
	far, _ := b.SiteByName("c3")
	steps, _ := b.Distance(topology.SetOf(corner), topology.SetOf(far), b.Around, topology.Set{})
	fmt.Println(steps, "steps to", b.Names[far])
	// A wall on the edge between a1 and b1 closes that way.
	wall, _ := b.SiteByName("a1e")
	east, _ := b.DirectionByName("east")
	to := b.OpenImage(east, topology.SetOf(corner), topology.SetOf(wall))
	fmt.Println("open:", !to.Empty())
	// Output:
	// b1
	// a2
	// 2 steps to c3
	// open: false
}
