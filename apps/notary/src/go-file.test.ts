import { spawnSync } from 'node:child_process';
import { settlementKinds } from '@bourse/engine/receipts';
import { examples, facts } from '@bourse/engine/receipts/examples';
import { verifierText } from '@bourse/transparency';
import { checkFile, type EvidenceFile } from '@bourse/verifier/file';
import { LogWorld, settlementAnswer } from '@bourse/verifier/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildGo, type GoProgram, whatIsMissing } from './testing/go.ts';

const missing = whatIsMissing();
if (missing !== undefined) console.log(`The comparison of evidence with Go's transparency log is skipped: ${missing}.`);

/** A file with a receipt of each kind, as the app saves it. */
async function evidenceFile(): Promise<EvidenceFile> {
  const world = new LogWorld('demo').fill(300);
  // What an event rests on is shown in tests of the receipts; here each is shown by itself.
  const alone = Object.values(examples).filter(({ kind }) => settlementKinds.includes(kind));
  const receipts = alone.map((example) => {
    const event = { ...example, seq: world.size + 1, index: 0 };
    world.add([event]);
    return event;
  });
  world.fill(700);
  const answers = await Promise.all(receipts.map((event) => settlementAnswer(world, event, facts)));
  const sizes = [1, 255, 256, 257, 300, 699, 700];
  return {
    ...{ format: 'bourse-evidence/1', exportedAt: 1_800_000_000_000, exchange: 'https://exchange.example', findings: [] },
    keys: [{ venue: 'demo', key: verifierText(world.key), seenAt: 1 }],
    heads: await Promise.all(
      sizes.map(async (size, at) => {
        const path = at === 0 ? null : await world.consistency(sizes[at - 1]!, size);
        return { venue: 'demo', note: world.head(size), seenAt: at, path };
      }),
    ),
    receipts: answers.map(({ document, hash, evidence }) => ({ document, hash, evidence, checkedAt: 1 })),
    commands: [
      { venue: 'demo', seq: 12, commandId: '00000000-0000-0000-0000-000000000000', toldAt: 1, evidence: await world.commandEvidence(12) },
    ],
  };
}

describe.skipIf(missing !== undefined)("Go's implementation", () => {
  let go: GoProgram;
  beforeAll(() => {
    go = buildGo('check_file.go');
  }, 240_000);
  afterAll(() => go?.remove());
  const check = (file: unknown) => spawnSync(go.path, { input: JSON.stringify(file), encoding: 'utf8' });

  it('agrees with a saved file of evidence, and refuses what the verifier refuses', async () => {
    const file = await evidenceFile();
    expect(check(file)).toMatchObject({ status: 0, stdout: `7 heads and ${file.receipts.length + 1} contents hold\n` });
    expect(checkFile({ ...file, receipts: [] }).verdict).toBe('agrees');
    const changes: ((bent: {
      heads: { note: string; path: string[] }[];
      receipts: { evidence: { shown: { seq: number; path: string[]; opened: { text: string }[] }[] } }[];
    }) => void)[] = [
      (bent) => bent.heads[3]!.path.pop(),
      (bent) => (bent.heads[3]!.note = bent.heads[4]!.note.replace('\n300\n', '\n301\n')),
      (bent) => (bent.receipts[2]!.evidence.shown[0]!.seq += 1),
      (bent) => bent.receipts[2]!.evidence.shown[0]!.path.reverse(),
      (bent) => (bent.receipts[2]!.evidence.shown[0]!.opened[0]!.text += ' '),
    ];
    for (const change of changes) {
      const bent = structuredClone(file);
      change(bent as never);
      expect(check(bent).status, String(change)).toBe(1);
      expect(checkFile(bent).verdict, String(change)).toBe('differs');
    }
  });
});
