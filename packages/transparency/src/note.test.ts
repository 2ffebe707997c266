import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase64 } from './base64.ts';
import { checkpointText, parseCheckpoint } from './checkpoint.ts';
import { parseVerifier, signerFromSeed, verifierText } from './keys.ts';
import { BadNote, formatNote, parseNote, signersOf, signNote } from './note.ts';

const seed = (byte: number) => new Uint8Array(32).fill(byte);
const log = signerFromSeed('example.com/bourse/real', 'log', seed(1));
const witness = signerFromSeed('witness.example', 'witness', seed(2));
const text = checkpointText({ origin: log.name, size: 1234, root: seed(7) });
const signed = () => ({ text, signatures: [signNote(text, log), signNote(text, witness, 1_790_000_000)] });

describe('a key', () => {
  it('is handed around as one line and read back', () => {
    for (const key of [log, witness]) {
      const { secret: _, ...known } = key;
      expect(parseVerifier(verifierText(key))).toEqual(known);
    }
  });

  it('is refused when a letter of it was changed', () => {
    const line = verifierText(log);
    fc.assert(
      fc.property(fc.nat(line.length - 1), fc.constantFrom('A', 'b', '3', '+', ' ', 'z'), (at, letter) => {
        if (line[at] === letter) return;
        expect(() => parseVerifier(line.slice(0, at) + letter + line.slice(at + 1))).toThrow();
      }),
    );
  });

  it('has no name with spaces or plus signs', () => {
    for (const name of ['', 'a b', 'a+b', 'a\nb', 'a\u00a0b'])
      expect(() => signerFromSeed(name, 'log', seed(1))).toThrow('no name for a key');
  });
});

describe('a signed head', () => {
  it('is written, read and checked', () => {
    const note = parseNote(formatNote(signed()));
    expect(signersOf(note, [log, witness])).toEqual([
      { key: log, seconds: undefined },
      { key: witness, seconds: 1_790_000_000 },
    ]);
    expect(parseCheckpoint(note.text)).toEqual({ origin: log.name, size: 1234, root: seed(7) });
  });

  it('counts nobody whose key is not known', () => {
    expect(signersOf(parseNote(formatNote(signed())), [])).toEqual([]);
    const namesake = signerFromSeed(log.name, 'log', seed(9));
    expect(signersOf(parseNote(formatNote(signed())), [namesake])).toEqual([]);
  });

  it('does not hold once anything in it was changed', () => {
    const whole = formatNote(signed());
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.constantFrom('A', '0', '\n', ' ', 'q'), (at, letter) => {
        if (whole[at] === letter) return;
        let count = 0;
        try {
          const note = parseNote(whole.slice(0, at) + letter + whole.slice(at + 1));
          count = signersOf(note, [log, witness]).length;
          // A changed name or key id is a signature by somebody unknown. The other one still holds only when the text is untouched.
          if (count > 0) expect(note.text).toBe(text);
        } catch (error) {
          expect(error).toBeInstanceOf(BadNote);
        }
        expect(count).toBeLessThan(2);
      }),
      { numRuns: 400 },
    );
  });

  it('has one spelling', () => {
    const root = toBase64(seed(7));
    for (const wrong of [
      `a\n01\n${root}\n`,
      `a\n-1\n${root}\n`,
      `a\n1e3\n${root}\n`,
      `a\n1\n${root.slice(4)}\n`,
      `a\n1\n${root}`,
      `a\n1\n${root}\nmore\n`,
      `a b\n1\n${root}\n`,
    ])
      expect(() => parseCheckpoint(wrong), wrong).toThrow(BadNote);
    for (const wrong of [
      '',
      'text',
      'text\n',
      'text\n\n',
      'text\n\n- a AAAA\n',
      'te\u0007xt\n\n\u2014 a AAAAAAAA\n',
      `${text}\n\u2014 a !!!!\n`,
    ])
      expect(() => parseNote(wrong), JSON.stringify(wrong)).toThrow(BadNote);
  });

  it('is signed by a witness only with a time', () => {
    expect(() => signNote(text, witness)).toThrow('with a time');
    expect(() => signNote('no newline', log)).toThrow('newline');
  });
});
