import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkpointText, consistencyProof, formatNote, inclusionProof, signerFromSeed, signNote, verifierText } from '@bourse/transparency';
import { MemoryLog } from '@bourse/transparency/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildGo, type GoProgram, whatIsMissing } from './testing/go.ts';

const missing = whatIsMissing();
if (missing !== undefined) console.log(`The comparison with Go's transparency log is skipped: ${missing}.`);

const bytes64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const entryOf = (index: number) => new TextEncoder().encode(`command ${index}`);

describe.skipIf(missing !== undefined)("Go's implementation", () => {
  let go: GoProgram;
  let folder: string;
  beforeAll(() => {
    go = buildGo('check.go');
    folder = go.folder;
  }, 240_000);
  afterAll(() => go?.remove());

  const size = 70_000;

  async function oneCase() {
    const log = new MemoryLog();
    const oldRoots = new Map<number, Uint8Array>();
    for (let index = 0; index < size; index += 1) {
      log.builder.append(entryOf(index));
      if (index % 331 === 5) oldRoots.set(index + 1, log.builder.root());
    }
    log.append();
    for (const [path, tile] of log.tiles) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), tile.hashes);
    }
    const origin = signerFromSeed('example.com/bourse/real', 'log', new Uint8Array(32).fill(1));
    const witness = signerFromSeed('witness.example', 'witness', new Uint8Array(32).fill(2));
    const text = checkpointText({ origin: origin.name, size, root: log.builder.root() });
    const read = log.reader();
    let chance = 1;
    const below = (limit: number) => {
      chance = (chance * 48_271) % 2_147_483_647;
      return chance % limit;
    };
    const indexes = [0, 1, 255, 256, 65_535, 65_536, size - 1, ...Array.from({ length: 793 }, () => below(size))];
    return {
      folder,
      logKey: verifierText(origin),
      witnessName: witness.name,
      witnessHash: new DataView(witness.id.buffer, witness.id.byteOffset).getUint32(0),
      witnessKey: bytes64(witness.publicKey),
      note: formatNote({ text, signatures: [signNote(text, origin), signNote(text, witness, 1_790_000_000)] }),
      records: await Promise.all(
        indexes.map(async (index) => ({
          index,
          entry: bytes64(entryOf(index)),
          proof: (await inclusionProof(index, size, read)).map(bytes64),
        })),
      ),
      trees: await Promise.all(
        [...oldRoots].slice(0, 200).map(async ([oldSize, root]) => ({
          oldSize,
          oldRoot: bytes64(root),
          proof: (await consistencyProof(oldSize, size, read)).map(bytes64),
        })),
      ),
    };
  }

  const check = (input: unknown) => spawnSync(go.path, { input: JSON.stringify(input), encoding: 'utf8' });

  it('agrees on our head, tiles and 1,000 proofs, and refuses a bent one', async () => {
    const ours = await oneCase();
    expect(check(ours)).toMatchObject({ status: 0, stdout: '800 records and 200 trees hold\n' });
    const bent = structuredClone(ours);
    bent.records[400]!.proof[3] = bytes64(new Uint8Array(32));
    expect(check(bent)).toMatchObject({ status: 1 });
    const forged = { ...ours, note: ours.note.replace(`\n${size}\n`, `\n${size + 1}\n`) };
    expect(check(forged).stdout).toContain('note');
  });
});
