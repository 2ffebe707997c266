/** `unchecked`: nothing is known to be wrong, but something that the check needs is missing. */
export type Verdict = 'agrees' | 'differs' | 'unchecked';

/**
 * What is checked, in this order. Each name and each reason has a sentence: `evidence.step_…` and `evidence.why_…`. `defined`: the log states the names, digits and rules;
 * `stated`: it began before logs did, so that those of its detail are only what the document says.
 */
export type StepName =
  | 'hash'
  | 'signed'
  | 'included'
  | 'told'
  | 'defined'
  | 'stated'
  | 'arithmetic'
  | 'command'
  | 'heads'
  | 'contradiction';
export type Why =
  | 'unreadable'
  | 'hashDiffers'
  | 'notYet'
  | 'noKey'
  | 'unsigned'
  | 'otherLog'
  | 'notIncluded'
  | 'eventMissing'
  | 'documentDiffers'
  | 'arithmeticDiffers'
  | 'notReached'
  | 'otherCommand'
  | 'notContinued'
  | 'notProven'
  | 'contradicts';

export interface Step {
  name: StepName;
  verdict: Verdict;
  /** Undefined where it agrees. */
  why?: Why | undefined;
  /** Names of figures of the document that differ, or what a library said. Not translated. */
  detail?: string | undefined;
}

export const agrees = (name: StepName): Step => ({ name, verdict: 'agrees' });
export const differs = (name: StepName, why: Why, detail?: string): Step => ({ name, verdict: 'differs', why, detail });
export const unchecked = (name: StepName, why: Why, detail?: string): Step => ({ name, verdict: 'unchecked', why, detail });

/** One difference outweighs everything; a missing check outweighs what agrees. Nothing at all was not checked. */
export function verdictOf(parts: readonly { verdict: Verdict }[]): Verdict {
  if (parts.some(({ verdict }) => verdict === 'differs')) return 'differs';
  return parts.length > 0 && parts.every(({ verdict }) => verdict === 'agrees') ? 'agrees' : 'unchecked';
}
