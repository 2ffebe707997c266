// Checks a file of evidence, as the app saves it, with Go's own implementation of transparency logs (golang.org/x/mod/sumdb).
// It reads the file from standard input and ends with 1 and a sentence when anything does not hold.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type Evidence struct {
	Head  string
	Shown []struct {
		Seq    int64
		Entry  []byte
		Path   [][]byte
		Opened []struct {
			Kind    string
			Salt    []byte
			Text    string
			At      int64
			Of      int64
			Path    [][]byte
			Command []byte
			Outcome string
		}
	}
}

type File struct {
	Format string
	Keys   []struct{ Key string }
	Heads  []struct {
		Venue string
		Note  string
		Path  [][]byte
	}
	Receipts []struct{ Evidence Evidence }
	Commands []struct{ Evidence Evidence }
}

func open(head string, keys note.Verifiers) tlog.Tree {
	opened, err := note.Open([]byte(head), keys)
	must("note", err)
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must("size", err)
	root, err := base64.StdEncoding.DecodeString(lines[2])
	must("root", err)
	return tlog.Tree{N: size, Hash: hash(root)}
}

func check(evidence Evidence, keys note.Verifiers) (opened int) {
	tree := open(evidence.Head, keys)
	for _, shown := range evidence.Shown {
		must("entry", tlog.CheckRecord(hashes(shown.Path), tree.N, tree.Hash, shown.Seq-1, tlog.RecordHash(shown.Entry)))
		if len(shown.Entry) != 65 || shown.Entry[0] != 1 {
			must("entry", fmt.Errorf("unknown layout"))
		}
		command, events := shown.Entry[1:33], shown.Entry[33:]
		for _, one := range shown.Opened {
			opened++
			if one.Kind == "event" {
				leaf := tlog.RecordHash(append(append([]byte{}, one.Salt...), one.Text...))
				must("event", tlog.CheckRecord(hashes(one.Path), one.Of, hash(events), one.At, leaf))
				continue
			}
			length := binary.BigEndian.AppendUint32(nil, uint32(len(one.Command)))
			sum := sha256.Sum256(bytes.Join([][]byte{one.Salt, length, one.Command, []byte(one.Outcome)}, nil))
			if !bytes.Equal(sum[:], command) {
				must("command", fmt.Errorf("another hash"))
			}
		}
	}
	return opened
}

func main() {
	var file File
	must("file", json.NewDecoder(os.Stdin).Decode(&file))
	var list []note.Verifier
	for _, one := range file.Keys {
		key, err := note.NewVerifier(one.Key)
		must("key", err)
		list = append(list, key)
	}
	keys := note.VerifierList(list...)
	last := map[string]tlog.Tree{}
	for _, head := range file.Heads {
		tree := open(head.Note, keys)
		if before, found := last[head.Venue]; found {
			must("heads", tlog.CheckTree(hashes(head.Path), tree.N, tree.Hash, before.N, before.Hash))
		}
		last[head.Venue] = tree
	}
	opened := 0
	for _, receipt := range file.Receipts {
		opened += check(receipt.Evidence, keys)
	}
	for _, command := range file.Commands {
		opened += check(command.Evidence, keys)
	}
	fmt.Printf("%d heads and %d contents hold\n", len(file.Heads), opened)
}
