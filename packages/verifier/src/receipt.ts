import { canonicalJson, receiptHash, recompute } from '@bourse/engine/receipts';
import { BadEvidence, checkEvidence, type Proven, type VerifierKey } from '@bourse/transparency';
import { type Head, readHead } from './head.ts';
import { readShown, rebuild } from './rebuild.ts';
import { type Fields, isEvidence, isFields, isText } from './shape.ts';
import { agrees, differs, type Step, unchecked, type Verdict, verdictOf } from './steps.ts';

export interface CheckedReceipt {
  verdict: Verdict;
  steps: readonly Step[];
  /** The head that the proof leads to, once its signature holds. */
  head: Head | undefined;
  /** The document's figures; undefined for a text that is no document. */
  facts: Fields | undefined;
}

/** A receipt as the exchange answers it, or as it was kept. `hash`: what the receipt's hash was said to be; undefined where nobody said. */
export interface GivenReceipt {
  document: unknown;
  hash?: unknown;
  evidence: unknown;
}

/**
 * Checks a receipt down to the signature of the head: its hash; who signed the head; that the log of that head holds the events; that the document says what the
 * events say; and the arithmetic. No input makes it throw.
 */
export function checkReceipt({ document, hash, evidence }: GivenReceipt, keys: readonly VerifierKey[]): CheckedReceipt {
  const facts = factsOf(document);
  const { steps, head, proven } = checkProof(evidence, keys, String(facts?.['venue'] ?? ''));
  const all = [
    ...(hash === undefined ? [] : [checkHash(facts, document, hash)]),
    ...steps,
    ...(proven === undefined ? [unchecked('told', 'notReached')] : checkTold(facts, document, proven)),
    facts !== undefined && recompute(document).agrees ? agrees('arithmetic') : differs('arithmetic', 'arithmeticDiffers'),
  ];
  return { verdict: verdictOf(all), steps: all, head, facts };
}

/** The signature of the head, and the way to it. `proven` is undefined unless both hold. */
export function checkProof(
  evidence: unknown,
  keys: readonly VerifierKey[],
  venue: string,
): { steps: Step[]; head: Head | undefined; proven: Proven | undefined } {
  const failed = (signed: Step, head?: Head) => ({ steps: [signed, unchecked('included', 'notReached')], head, proven: undefined });
  if (evidence === null || evidence === undefined) return failed(unchecked('signed', 'notYet'));
  if (!isEvidence(evidence)) return failed(differs('signed', 'unreadable'));
  const head = readHead(evidence.head, keys);
  if ('why' in head) return failed((head.why === 'noKey' ? unchecked : differs)('signed', head.why, head.detail));
  if (head.venue !== venue) return failed(differs('signed', 'otherLog', head.origin));
  try {
    return { steps: [agrees('signed'), agrees('included')], head, proven: checkEvidence(evidence, keys) };
  } catch (error) {
    if (!(error instanceof BadEvidence)) throw error;
    return { steps: [agrees('signed'), differs('included', 'notIncluded', error.message)], head, proven: undefined };
  }
}

/** The figures of a canonical document; undefined for any other text. */
function factsOf(document: unknown): Fields | undefined {
  try {
    const facts: unknown = isText(document) ? JSON.parse(document) : undefined;
    return isFields(facts) && canonicalJson(facts) === document ? facts : undefined;
  } catch {
    return undefined;
  }
}

function checkHash(facts: Fields | undefined, document: unknown, hash: unknown): Step {
  if (facts === undefined) return differs('hash', 'unreadable');
  return receiptHash(facts) === hash && canonicalJson(facts) === document ? agrees('hash') : differs('hash', 'hashDiffers');
}

/** The document is the one that the shown events make. Where they also state what it takes from definitions, that is a step of its own; where not, it is named. */
function checkTold(facts: Fields | undefined, document: unknown, { commands }: Proven): Step[] {
  if (facts === undefined) return [differs('told', 'unreadable')];
  try {
    const again = rebuild(facts, readShown(commands));
    if (again.state === 'missing') return [differs('told', 'eventMissing')];
    if (again.text !== document)
      return [differs('told', 'documentDiffers', differences(facts, JSON.parse(again.text) as Fields).join(', '))];
    return [agrees('told'), again.unproven.length === 0 ? agrees('defined') : { ...agrees('stated'), detail: again.unproven.join(', ') }];
  } catch {
    return [differs('told', 'unreadable')];
  }
}

const differences = (stated: Fields, made: Fields): string[] =>
  [...new Set([...Object.keys(stated), ...Object.keys(made)])]
    .filter((name) => canonicalJson(stated[name]) !== canonicalJson(made[name]))
    .sort();
