import type { Pack } from '@bourse/words/packs';
import { lazyRouteComponent } from '@tanstack/react-router';
import { wordsOf } from '../i18n/index.ts';

/**
 * A screen in its own chunk, with the words it needs loaded in parallel: `core` is always loaded, `landing` is a pack of its own, all other
 * screens need `rest`. `packages/words/src/packs.ts` assigns each feature to a pack.
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
