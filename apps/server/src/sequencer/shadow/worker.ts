import { companionFile, startThread } from '../../platform/companions.ts';
import type { Followed, ShadowStart } from './messages.ts';
import type { ShadowEars, ShadowThread } from './shadow.ts';

/** The runnable file of `thread.ts`; undefined where the server runs from its sources. */
export const shadowFile = () => companionFile('shadow');

/** Its young generation need not be as large as the live thread's: it keeps no events. */
const youngMb = 32;

export const startShadowThread = (file: string, start: ShadowStart, ears: ShadowEars): ShadowThread =>
  startThread<Followed>(file, { name: `shadow of ${start.venue}`, start, youngMb }, ears);
