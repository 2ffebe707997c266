import { type CheckedReceipt, checkReceipt, keysOf } from '@bourse/verifier';
import { session } from '../../data/index.ts';
import { openKeeper } from './keeper.ts';
import { withReceipt, withSeen } from './kept.ts';
import { receiptName } from './names.ts';

/** A receipt as it was answered. */
export interface Answered {
  document: string;
  hash: string;
  evidence: unknown;
}

/** Checks a receipt against the keys that this device knows; keeps it, and the head that came with it, where it agrees. */
export async function prove(receipt: Answered): Promise<CheckedReceipt> {
  const keeper = await openKeeper();
  const keys = async () => keysOf((await keeper.read()).keys.map(({ key }) => key));
  let known = await keys();
  if (known.length === 0 && receipt.evidence !== null) {
    await keeper.check();
    known = await keys();
  }
  const checked = checkReceipt(receipt, known);
  const { userId } = session;
  if (checked.head === undefined) return checked;
  const { venue } = checked.head;
  const note = (receipt.evidence as { head: string }).head;
  const before = await keeper.read();
  const kept = await keeper.update((old) => {
    const seen = withSeen(old, { venue, note, seenAt: Date.now(), path: null });
    if (checked.verdict !== 'agrees' || userId === null) return seen;
    const name = receiptName(receipt.document);
    // The first document of a receipt stays the measure.
    const same = old.receipts.find((one) => one.name === name);
    return same ? seen : withReceipt(seen, { ...receipt, checkedAt: Date.now(), owner: userId, venue, name });
  });
  // A head that this device has not compared yet.
  if (kept.seen.length > before.seen.length) void keeper.check();
  return checked;
}
