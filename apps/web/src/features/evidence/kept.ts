import type { EvidenceFile, KeptCommand, KeptFinding, KeptHead, KeptKey, KeptReceipt } from '@bourse/verifier/file';

/** What this device keeps about the transparency logs. Receipts and commands belong to a customer, the rest to the device. */
export interface Kept {
  keys: readonly KeptKey[];
  /** By venue and size. Each has the proof that it continues the one before. */
  heads: readonly KeptHead[];
  /** Heads that came with receipts and are not compared with the others yet. */
  seen: readonly KeptHead[];
  receipts: readonly OwnReceipt[];
  commands: readonly OwnCommand[];
  findings: readonly Finding[];
  /** When the logs were last compared with what is kept here, milliseconds; 0 for never. */
  checkedAt: number;
}
export type OwnReceipt = KeptReceipt & { owner: string; venue: string; name: string };
export type OwnCommand = KeptCommand & { owner: string };
/** `closed`: the customer has downloaded it or dismissed it. */
export type Finding = KeptFinding & { id: string; kind: FindingKind; closed: boolean };
/**
 * What was found: two heads of one size, a head that does not continue an earlier one, a log that became shorter, another key, a head that the log's key did not sign,
 * a receipt or a command that is not what it was.
 */
export type FindingKind = 'fork' | 'inconsistent' | 'shorter' | 'key' | 'unsigned' | 'receipt' | 'command';

export const nothingKept: Kept = { keys: [], heads: [], seen: [], receipts: [], commands: [], findings: [], checkedAt: 0 };

/** Beyond this, the oldest are dropped: of heads all but one a day, of the others altogether. */
export const keepAtMost = { heads: 200, days: 730, seen: 50, receipts: 300, commands: 500, findings: 50 } as const;

const newest = <T>(list: readonly T[], count: number): readonly T[] => (list.length > count ? list.slice(list.length - count) : list);

/** Adds a receipt, or replaces what was kept of the same. */
export const withReceipt = (kept: Kept, receipt: OwnReceipt): Kept => ({
  ...kept,
  receipts: newest([...kept.receipts.filter(({ name }) => name !== receipt.name), receipt], keepAtMost.receipts),
});

export const withCommand = (kept: Kept, command: OwnCommand): Kept => ({
  ...kept,
  commands: newest(
    [...kept.commands.filter(({ venue, commandId }) => venue !== command.venue || commandId !== command.commandId), command],
    keepAtMost.commands,
  ),
});

/** A finding is kept once, however often it is found. */
export const withFinding = (kept: Kept, finding: Omit<Finding, 'id' | 'closed'>): Kept => {
  const id = JSON.stringify([finding.kind, finding.venue, finding.notes, finding.texts]);
  if (kept.findings.some((one) => one.id === id)) return kept;
  return { ...kept, findings: newest([...kept.findings, { ...finding, id, closed: false }], keepAtMost.findings) };
};

export const withKey = (kept: Kept, key: KeptKey): Kept =>
  kept.keys.some((one) => one.venue === key.venue && one.key === key.key) ? kept : { ...kept, keys: [...kept.keys, key] };

/** Heads of receipts wait here until they are compared. */
export const withSeen = (kept: Kept, head: KeptHead): Kept =>
  [...kept.heads, ...kept.seen].some(({ note }) => note === head.note)
    ? kept
    : { ...kept, seen: newest([...kept.seen, head], keepAtMost.seen) };

/** Only what belongs to this customer; nothing of anybody for null. */
export const ofOwner = (kept: Kept, owner: string | null): Kept => ({
  ...kept,
  receipts: kept.receipts.filter((one) => one.owner === owner),
  commands: kept.commands.filter((one) => one.owner === owner),
});

/** Everything as one file that the verifier checks. */
export const exported = (kept: Kept, exportedAt: number, exchange: string): EvidenceFile => ({
  format: 'bourse-evidence/1',
  exportedAt,
  exchange,
  keys: kept.keys,
  heads: kept.heads,
  receipts: kept.receipts.map(({ document, hash, evidence, checkedAt }) => ({ document, hash, evidence, checkedAt })),
  commands: kept.commands.map(({ venue, seq, commandId, toldAt, evidence }) => ({ venue, seq, commandId, toldAt, evidence })),
  findings: kept.findings.map(({ id: _, closed: __, ...finding }) => finding),
});
