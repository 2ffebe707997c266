import type { ChangeEvent } from '@bourse/engine';

/** Changes of money in and out. */
export const moneySubjects = ['defineRail', 'stopRail', 'definePayoutRules'] as const satisfies readonly ChangeEvent['subject'][];
const known: ReadonlySet<string> = new Set(moneySubjects);
export const isOfMoney = (subject: string): boolean => known.has(subject);

/** The rail that a change is about; 0: none. Its differences name it. */
export const railOf = ({ subject, differences }: Pick<ChangeEvent, 'subject' | 'differences'>): number =>
  subject === 'defineRail' || subject === 'stopRail' ? (differences[0]?.at ?? 0) : 0;
