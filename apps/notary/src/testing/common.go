// What both programs need.
package main

import (
	"fmt"
	"os"

	"golang.org/x/mod/sumdb/tlog"
)

func hash(bytes []byte) (h tlog.Hash) { copy(h[:], bytes); return }

func hashes(list [][]byte) []tlog.Hash {
	all := make([]tlog.Hash, len(list))
	for i, bytes := range list {
		all[i] = hash(bytes)
	}
	return all
}

func must(what string, err error) {
	if err != nil {
		fmt.Printf("%s: %v\n", what, err)
		os.Exit(1)
	}
}
