import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { facts as exampleFacts, examples } from '@bourse/engine/receipts/examples';
import { verifierText } from '@bourse/transparency';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkFile, type EvidenceFile, maxFileBytes, readFile } from './file.ts';
import { LogWorld, settlementAnswer } from './testing/world.ts';

let world: LogWorld;
let good: EvidenceFile;
beforeAll(async () => {
  world = new LogWorld().fill(20);
  const event = { ...examples['a timed contract won']!, seq: 21, index: 0 };
  world.add([event]);
  world.fill(40);
  const { document, hash, evidence } = await settlementAnswer(world, event, exampleFacts);
  good = {
    format: 'bourse-evidence/1',
    exportedAt: 1_800_000_000_000,
    exchange: 'https://exchange.example',
    keys: [{ venue: 'demo', key: verifierText(world.key), seenAt: 1 }],
    heads: [
      { venue: 'demo', note: world.head(30), seenAt: 1, path: null },
      { venue: 'demo', note: world.head(40), seenAt: 2, path: await world.consistency(30, 40) },
    ],
    receipts: [{ document, hash, evidence, checkedAt: 1 }],
    commands: [
      { venue: 'demo', seq: 5, commandId: '00000000-0000-0000-0000-000000000000', toldAt: 1, evidence: await world.commandEvidence(5) },
    ],
    findings: [],
  };
});
const told = (file: EvidenceFile, keys: string[] = []) => checkFile(file, keys).items.map(({ kind, verdict }) => `${kind} ${verdict}`);

describe('a file of evidence', () => {
  it('agrees in each part, also with keys from elsewhere', () => {
    expect(told(good)).toEqual(['heads agrees', 'receipt agrees', 'command agrees']);
    expect(checkFile(good, [verifierText(world.key)])).toMatchObject({ verdict: 'agrees', ownKeys: false });
    expect(readFile(JSON.stringify(good))).toEqual(good);
    expect(readFile(`\ufeff${JSON.stringify(good)}`)).toEqual(good);
  });

  it('differs with another key, and with a head of another history', () => {
    const other = new LogWorld('demo', 2);
    expect(told(good, [verifierText(other.key)])).toEqual(['heads differs', 'receipt differs', 'command differs']);
    const forked = new LogWorld().fill(25);
    forked.add([], { commandId: new Uint8Array(16).fill(1), actor: { by: 'system', id: 0 }, command: { kind: 'advanceTime' } });
    forked.fill(40);
    expect(told({ ...good, heads: [good.heads[0]!, { ...good.heads[1]!, note: forked.head() }] })[0]).toBe('heads differs');
    // The receipt is under a signed head of the same size and another root.
    expect(checkFile({ ...good, heads: [{ venue: 'demo', note: forked.head(), seenAt: 1, path: null }] }).verdict).toBe('differs');
  });

  it('is not wholly checked without keys, or without a proof between two heads', () => {
    expect(checkFile({ ...good, keys: [] }).verdict).toBe('unchecked');
    expect(told({ ...good, heads: good.heads.map((head) => ({ ...head, path: null })) })[0]).toBe('heads unchecked');
    expect(checkFile({ ...good, heads: [], receipts: [], commands: [] }).verdict).toBe('unchecked');
  });

  it('with any character changed never agrees with something else than it said', () => {
    const text = JSON.stringify(good);
    const document = good.receipts[0]!.document;
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.integer({ min: 32, max: 126 }), (at, code) => {
        const changed = readFile(text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1));
        if (typeof changed === 'string') return;
        if (checkFile(changed).verdict !== 'agrees') return;
        // What still agrees says the same: only times of the device and the name of the exchange are nobody's statement.
        expect(changed.receipts.map((one) => one.document)).toEqual([document]);
        expect(changed.heads.map(({ note, path }) => [note, path])).toEqual(good.heads.map(({ note, path }) => [note, path]));
        expect(changed.commands.map(({ venue, seq, commandId, evidence }) => [venue, seq, commandId, evidence])).toEqual(
          good.commands.map(({ venue, seq, commandId, evidence }) => [venue, seq, commandId, evidence]),
        );
      }),
      { numRuns: 120, seed: 3 },
    );
  });

  it('that is none says why', () => {
    expect(readFile('')).toBe('empty');
    expect(readFile(' \n')).toBe('empty');
    expect(readFile('{"format":')).toBe('notJson');
    expect(readFile('[1]')).toBe('otherFormat');
    expect(readFile('{"format":"bourse-evidence/2"}')).toBe('otherFormat');
    expect(readFile(' '.repeat(maxFileBytes + 1))).toBe('tooLarge');
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(typeof readFile(text)).toBe('string');
      }),
      { numRuns: 100, seed: 1 },
    );
  });
});

describe('bourse-verify', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-verify-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const run = (...options: string[]) =>
    new Promise<{ status: number; text: string }>((resolve) => {
      const program = join(import.meta.dirname, '../bin/bourse-verify.mjs');
      const env = { ...process.env, LC_ALL: 'C' };
      execFile(process.execPath, [program, ...options], { env }, (error, out, err) =>
        resolve({ status: Number(error?.code ?? 0), text: out + err }),
      );
    });
  const file = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  it('tells what agrees by its exit status, and why something does not', async () => {
    const path = file('good.json', JSON.stringify(good));
    expect(await run(path)).toMatchObject({ status: 0, text: expect.stringContaining('Everything in this file agrees') });
    expect(await run(path, '--key', verifierText(world.key))).toMatchObject({
      status: 0,
      text: expect.stringContaining('keys that you gave'),
    });
    const [receipt] = good.receipts;
    const changed = {
      ...good,
      receipts: [{ ...receipt, document: receipt!.document.replace('"stake":"10000001"', '"stake":"10000002"') }],
    };
    const differs = await run(file('changed.json', JSON.stringify(changed)));
    expect(differs.status).toBe(1);
    expect(differs.text).toContain('other figures than the events: stake');
    expect((await run(path, '--key', verifierText(new LogWorld('demo', 2).key))).status).toBe(1);
    expect(await run(file('empty.json', ''))).toMatchObject({ status: 2, text: expect.stringContaining('The file is empty.') });
    expect((await run(join(folder, 'none.json'))).status).toBe(2);
    expect(await run(path, '--key', 'nonsense')).toMatchObject({ status: 2, text: expect.stringContaining('not the key of a log') });
    expect((await run(path, '--nothing')).status).toBe(2);
    expect((await run()).status).toBe(2);
  }, 300_000);
});
