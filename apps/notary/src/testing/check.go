// Checks a log of ours with Go's own implementation of transparency logs (golang.org/x/mod/sumdb).
// It reads a case from standard input and ends with 1 and a sentence when anything does not hold.
package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type Case struct {
	Folder      string
	LogKey      string
	WitnessName string
	WitnessHash uint32
	WitnessKey  []byte
	Note        string
	Records     []struct {
		Index int64
		Entry []byte
		Proof [][]byte
	}
	Trees []struct {
		OldSize int64
		OldRoot []byte
		Proof   [][]byte
	}
}

// tiles reads C2SP tiles, whose paths do not name the height, for Go's reader.
type tiles struct{ folder string }

func (t tiles) Height() int { return 8 }
func (t tiles) ReadTiles(list []tlog.Tile) ([][]byte, error) {
	var data [][]byte
	for _, tile := range list {
		bytes, err := os.ReadFile(filepath.Join(t.folder, strings.Replace(tile.Path(), "tile/8/", "tile/", 1)))
		if err != nil {
			return nil, err
		}
		data = append(data, bytes)
	}
	return data, nil
}
func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}

type witness struct{ c *Case }

func (w witness) Name() string    { return w.c.WitnessName }
func (w witness) KeyHash() uint32 { return w.c.WitnessHash }
func (w witness) Verify(msg, sig []byte) bool {
	seconds := binary.BigEndian.Uint64(sig[:8])
	signed := fmt.Sprintf("cosignature/v1\ntime %d\n%s", seconds, msg)
	return ed25519.Verify(w.c.WitnessKey, []byte(signed), sig[8:])
}

func same(what string, ours, theirs []tlog.Hash) {
	if len(ours) != len(theirs) {
		must(what, fmt.Errorf("ours has %d hashes, Go's %d", len(ours), len(theirs)))
	}
	for i := range ours {
		if ours[i] != theirs[i] {
			must(what, fmt.Errorf("hash %d differs", i))
		}
	}
}

func main() {
	var c Case
	must("case", json.NewDecoder(os.Stdin).Decode(&c))
	key, err := note.NewVerifier(c.LogKey)
	must("key", err)
	opened, err := note.Open([]byte(c.Note), note.VerifierList(key, witness{&c}))
	must("note", err)
	if len(opened.Sigs) != 2 {
		must("note", fmt.Errorf("%d signatures hold, not 2", len(opened.Sigs)))
	}
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must("size", err)
	root, err := base64.StdEncoding.DecodeString(lines[2])
	must("root", err)
	reader := tlog.TileHashReader(tlog.Tree{N: size, Hash: hash(root)}, tiles{c.Folder})
	for _, record := range c.Records {
		ours := hashes(record.Proof)
		must("record", tlog.CheckRecord(ours, size, hash(root), record.Index, tlog.RecordHash(record.Entry)))
		theirs, err := tlog.ProveRecord(size, record.Index, reader)
		must("proof of a record", err)
		same("proof of a record", ours, theirs)
	}
	for _, tree := range c.Trees {
		ours := hashes(tree.Proof)
		must("tree", tlog.CheckTree(ours, size, hash(root), tree.OldSize, hash(tree.OldRoot)))
		theirs, err := tlog.ProveTree(size, tree.OldSize, reader)
		must("proof of a tree", err)
		same("proof of a tree", ours, theirs)
	}
	fmt.Printf("%d records and %d trees hold\n", len(c.Records), len(c.Trees))
}
