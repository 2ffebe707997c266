import type { Pack } from '@bourse/words/packs';
import { lazyRouteComponent } from '@tanstack/react-router';
import { wordsOf } from '../i18n/index.ts';

/**
 * A screen in its own chunk. It waits for the words it speaks, which load beside it: `core` words are there already, `landing` has its own, and all
 * other screens wait for the rest. `packages/words/src/packs.ts` says which feature's words are where.
 */
export function screen<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  words: Pack = 'rest',
  ...more: readonly Pack[]
) {
  return lazyRouteComponent(
    words === 'core' ? load : () => Promise.all([load(), wordsOf(words), ...more.map(wordsOf)]).then(([module]) => module),
    name,
  );
}
