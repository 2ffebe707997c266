import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Checkpoint, checkpointText, parseCheckpoint } from '@bourse/transparency';

/** What was signed last, for each log. The notary's own memory: nobody else writes it. */
export interface Heads {
  last(origin: string): Checkpoint | undefined;
  /** Resolves when a power cut can no longer undo it. */
  keep(head: Checkpoint): Promise<void>;
  /** Keeps a signed head that contradicts an earlier one, for whoever investigates. */
  keepEvidence(origin: string, note: string): Promise<void>;
}

/** More contradictions than these show nothing new. */
const mostEvidence = 100;

/** Heads in a folder, one file for each log. A head that cannot be read stops the start: to forget it would allow another history. */
export function headsInFolder(folder: string): Heads {
  mkdirSync(join(folder, 'evidence'), { recursive: true, mode: 0o700 });
  const heads = new Map<string, Checkpoint>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.head'))) {
    const head = parseCheckpoint(readFileSync(join(folder, file), 'utf8'));
    heads.set(head.origin, head);
  }
  let evidence = readdirSync(join(folder, 'evidence')).length;
  return {
    last: (origin) => heads.get(origin),
    keep: async (head) => {
      await writeDurably(folder, `${createHash('sha256').update(head.origin).digest('hex').slice(0, 32)}.head`, checkpointText(head));
      heads.set(head.origin, head);
    },
    keepEvidence: async (origin, note) => {
      if (evidence >= mostEvidence) return;
      evidence += 1;
      const digest = createHash('sha256').update(note).digest('hex').slice(0, 16);
      const last = heads.get(origin);
      await writeDurably(join(folder, 'evidence'), `${digest}.note`, `${last ? checkpointText(last) : 'nothing signed before\n'}\n${note}`);
    },
  };
}

/** The file has its old or its new content after a crash, never a part of one. */
async function writeDurably(folder: string, name: string, content: string): Promise<void> {
  const next = join(folder, `${name}.next`);
  const file = await open(next, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, join(folder, name));
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
