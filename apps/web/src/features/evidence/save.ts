import { downloadText } from '@bourse/ui';
import { openKeeper } from './keeper.ts';
import { exported, type Kept } from './kept.ts';
import type { Answered } from './prove.ts';

const save = (name: string, kept: Kept): void =>
  downloadText(`${name}.json`, JSON.stringify(exported(kept, Date.now(), location.origin), null, 1), 'application/json');

/** Saves everything that this device keeps as one file that the verifier checks. */
export const saveEvidence = (kept: Kept): void => save(`bourse-evidence-${new Date().toISOString().slice(0, 10)}`, kept);

/** Saves one receipt with its proof and the keys that this device knows: a file of the same form. */
export async function saveReceipt({ document, hash, evidence }: Answered): Promise<void> {
  const { keys } = await (await openKeeper()).read();
  const receipt = { document, hash, evidence, checkedAt: Date.now(), owner: '', venue: '', name: '' };
  save(`receipt-${hash.slice(0, 12)}`, { keys, heads: [], seen: [], receipts: [receipt], commands: [], findings: [], checkedAt: 0 });
}
