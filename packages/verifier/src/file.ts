import { fromBase64, isConsistent, type VerifierKey } from '@bourse/transparency';
import { checkCommand } from './command.ts';
import { type Head, keysOf, readHead } from './head.ts';
import { checkReceipt } from './receipt.ts';
import { areTexts, type Fields, isCount, isFields, isText } from './shape.ts';
import { agrees, differs, type Step, unchecked, type Verdict, verdictOf } from './steps.ts';

/** What an app keeps and writes into one file. Whoever has the file can check it without the exchange. */
export interface EvidenceFile {
  format: typeof evidenceFormat;
  /** Milliseconds since 1970, by the clock of the device. */
  exportedAt: number;
  /** Address of the exchange. */
  exchange: string;
  /** Keys by venue, those of the log first, as they were seen first. */
  keys: readonly KeptKey[];
  heads: readonly KeptHead[];
  receipts: readonly KeptReceipt[];
  commands: readonly KeptCommand[];
  /** What the app found wrong. */
  findings: readonly KeptFinding[];
}
export const evidenceFormat = 'bourse-evidence/1';

export interface KeptKey {
  venue: string;
  key: string;
  seenAt: number;
}
export interface KeptHead {
  venue: string;
  note: string;
  seenAt: number;
  /** Proof that this head continues the last one of its venue in the list, base64; null where nobody asked for it yet. */
  path: readonly string[] | null;
}
export interface KeptReceipt {
  document: string;
  hash: string;
  evidence: unknown;
  checkedAt: number;
}
/** A command's leaf as its acknowledgement told it. */
export interface KeptCommand {
  venue: string;
  seq: number;
  commandId: string;
  toldAt: number;
  /** Undefined until it was asked for. */
  evidence?: unknown;
}
/** `heads`: two signed heads that no history contains both. `path`: the proof that was answered for them and does not hold; null where none was given. */
export interface KeptFinding {
  kind: string;
  venue: string;
  foundAt: number;
  notes: readonly string[];
  path: readonly string[] | null;
  /** Keys, documents or sentences that it is about. */
  texts: readonly string[];
}

/** Longer files are not read: a full export has less than a tenth. */
export const maxFileBytes = 64 * 1024 * 1024;
const maxItems = 20_000;

export type BadFile = 'empty' | 'tooLarge' | 'notJson' | 'otherFormat';

/** The file of a text, or why it is none. Never throws. */
export function readFile(text: string): EvidenceFile | BadFile {
  if (text.length > maxFileBytes) return 'tooLarge';
  if (text.trim() === '') return 'empty';
  let read: unknown;
  try {
    read = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return 'notJson';
  }
  return isFile(read) ? read : 'otherFormat';
}

const listOf = (value: unknown, each: (item: Fields) => boolean): boolean =>
  Array.isArray(value) && value.length <= maxItems && value.every((item) => isFields(item) && each(item));
const isPath = (value: unknown): boolean => value === null || areTexts(value);

const isFile = (file: unknown): file is EvidenceFile =>
  isFields(file) &&
  file['format'] === evidenceFormat &&
  isCount(file['exportedAt']) &&
  isText(file['exchange']) &&
  listOf(file['keys'], (one) => isText(one['venue']) && isText(one['key'])) &&
  listOf(file['heads'], (one) => isText(one['venue']) && isText(one['note']) && isPath(one['path'])) &&
  listOf(file['receipts'], (one) => isText(one['document']) && isText(one['hash'])) &&
  listOf(file['commands'], (one) => isText(one['venue']) && isCount(one['seq']) && isText(one['commandId'])) &&
  listOf(file['findings'], (one) => isText(one['kind']) && isText(one['venue']) && areTexts(one['notes']) && isPath(one['path']));

export interface CheckedItem {
  kind: 'heads' | 'receipt' | 'command' | 'finding';
  /** What it is: a venue, a receipt's kind and place, a command's number. */
  name: string;
  venue: string;
  verdict: Verdict;
  steps: readonly Step[];
  /** The head that its proof leads to; of heads the newest. */
  head: Head | undefined;
  /** Of a receipt: its figures. Of a command: what was asked. */
  facts: Fields | undefined;
}

export interface CheckedFile {
  verdict: Verdict;
  items: readonly CheckedItem[];
  /** The keys that signatures were compared with. */
  keys: readonly VerifierKey[];
  /** True where nobody named a key from elsewhere: then the file vouches for its own keys. */
  ownKeys: boolean;
}

/** Checks everything that a file holds. `given`: keys from elsewhere, as `name+id+key`; without any the file's own are used. Never throws. */
export function checkFile(file: EvidenceFile, given: readonly string[] = []): CheckedFile {
  const ownKeys = given.length === 0;
  const keys = keysOf(ownKeys ? file.keys.map(({ key }) => key) : given);
  const items = [
    ...checkHeads(file, keys),
    ...file.receipts.map((receipt) => receiptItem(receipt, keys)),
    ...file.commands.map((command) => commandItem(command, keys)),
  ];
  const all = [...items, ...checkOneHistory(file, items, keys), ...file.findings.map((finding) => findingItem(finding, keys))];
  return { verdict: verdictOf(all), items: all, keys, ownKeys };
}

function receiptItem(receipt: KeptReceipt, keys: readonly VerifierKey[]): CheckedItem {
  const { verdict, steps, head, facts } = checkReceipt(receipt, keys);
  const name = facts === undefined ? '?' : [facts['kind'], facts['symbol'], facts['seq']].filter((part) => part !== undefined).join(' ');
  return { kind: 'receipt', name, venue: String(facts?.['venue'] ?? '?'), verdict, steps, head, facts };
}

function commandItem(command: KeptCommand, keys: readonly VerifierKey[]): CheckedItem {
  const { verdict, steps, head, asked } = checkCommand({ ...command, evidence: command.evidence ?? null }, keys);
  const facts = asked && { ...asked.sequenced.command, time: asked.sequenced.time, outcome: asked.outcome };
  return { kind: 'command', name: String(command.seq), venue: command.venue, verdict, steps, head, facts };
}

/** The heads of a venue are one history: each is signed, and each continues the one before. */
function checkHeads({ heads }: EvidenceFile, keys: readonly VerifierKey[]): CheckedItem[] {
  return [...new Set(heads.map(({ venue }) => venue))].map((venue) => {
    const steps: Step[] = [];
    let last: Head | undefined;
    for (const kept of heads.filter((one) => one.venue === venue)) {
      const head = readHead(kept.note, keys);
      if ('why' in head || head.venue !== venue) {
        const why = 'why' in head ? head.why : 'otherLog';
        steps.push((why === 'noKey' ? unchecked : differs)('signed', why));
        continue;
      }
      if (last) steps.push(continues(last, head, kept.path));
      last = head;
    }
    const signed = steps.some(({ name }) => name === 'signed') ? [] : [agrees('signed')];
    const all = [...signed, ...steps];
    return { kind: 'heads', name: venue, venue, verdict: verdictOf(all), steps: summed(all), head: last, facts: undefined };
  });
}

/** Many heads have many equal steps: each is said once, with how often. */
const summed = (steps: readonly Step[]): Step[] => {
  const byText = new Map<string, { step: Step; count: number }>();
  for (const step of steps) {
    const key = `${step.name} ${step.verdict} ${step.why ?? ''}`;
    byText.set(key, { step, count: (byText.get(key)?.count ?? 0) + 1 });
  }
  return [...byText.values()].map(({ step, count }) => (count > 1 ? { ...step, detail: `×${count}` } : step));
};

export function continues(before: Head, after: Head, path: readonly string[] | null): Step {
  if (before.origin !== after.origin) return differs('heads', 'otherLog', after.origin);
  if (before.size === after.size) return before.root === after.root ? agrees('heads') : differs('heads', 'contradicts');
  if (path === null) return unchecked('heads', 'notProven');
  const hashes = path.map((text) => fromBase64(text) ?? new Uint8Array(0));
  return isConsistent(before.size, before.checkpoint.root, after.size, after.checkpoint.root, hashes)
    ? agrees('heads')
    : differs('heads', 'notContinued');
}

/** Heads that came with receipts and commands belong to the same history, too: of one size there is one root. */
function checkOneHistory({ heads }: EvidenceFile, items: readonly CheckedItem[], keys: readonly VerifierKey[]): CheckedItem[] {
  const known = new Map<string, Head>();
  const read = heads.map(({ note }) => readHead(note, keys)).flatMap((head) => ('why' in head ? [] : [head]));
  return [...read, ...items.flatMap(({ kind, head }) => (head && kind !== 'heads' ? [head] : []))].flatMap((head) => {
    const place = `${head.origin} ${head.size}`;
    const same = known.get(place) ?? head;
    known.set(place, same);
    if (same.root === head.root) return [];
    return [
      {
        kind: 'finding',
        name: place,
        venue: head.venue,
        verdict: 'differs',
        steps: [differs('contradiction', 'contradicts')],
        head,
        facts: undefined,
      },
    ];
  });
}

/** A finding of the app is a difference, whoever reads it. Two signed heads of one size with different roots contradict each other by themselves. */
function findingItem({ kind, venue, notes, path }: KeptFinding, keys: readonly VerifierKey[]): CheckedItem {
  const heads = notes.map((note) => readHead(note, keys)).flatMap((head) => ('why' in head ? [] : [head]));
  const [first, second] = heads;
  const step = first && second ? continues(first, second, path) : undefined;
  const steps =
    step?.verdict === 'differs' ? [differs('contradiction', step.why ?? 'contradicts')] : [differs('contradiction', 'contradicts', kind)];
  return { kind: 'finding', name: kind, venue, verdict: 'differs', steps, head: second ?? first, facts: undefined };
}
