import type { CheckedFile, CheckedItem } from './file.ts';
import type { Step, Verdict } from './steps.ts';
import type { Say } from './words.ts';

/** What a check found, in words: for the page and for the program. */

export const titleOf = ({ kind, name, venue }: CheckedItem, say: Say): string =>
  kind === 'heads' ? say('item_heads', { venue }) : say(`item_${kind}`, { name });

export const stepText = ({ name, verdict, why, detail }: Step, say: Say): string => {
  const said = say(`step_${name}`);
  if (verdict === 'agrees') return detail === undefined ? said : `${said} ${detail}`;
  return why === undefined ? said : `${said}: ${say(`why_${why}`, { detail: detail ?? '' })}`;
};

export const underHead = ({ head }: CheckedItem, say: Say): string | undefined =>
  head && say('underHead', { size: String(head.size), names: head.signers.join(', ') });

const summaries = { agrees: 'verifierAgrees', differs: 'verifierDiffers', unchecked: 'verifierUnchecked' } as const satisfies Record<
  Verdict,
  string
>;
export const summaryOf = ({ verdict }: CheckedFile, say: Say): string => say(summaries[verdict]);
