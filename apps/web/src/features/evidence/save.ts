import { downloadText } from '@bourse/ui';
import { exported, type Kept } from './kept.ts';

/** Saves everything that this device keeps as one file that the verifier checks. */
export const saveEvidence = (kept: Kept): void =>
  downloadText(
    `bourse-evidence-${new Date().toISOString().slice(0, 10)}.json`,
    JSON.stringify(exported(kept, Date.now(), location.origin), null, 1),
    'application/json',
  );
