import { lazyRouteComponent } from '@tanstack/react-router';
import type { Chunks } from '../i18n/index.ts';
import { wordsOf } from '../i18n/index.ts';

const chunkMs = 120_000;
/** A chunk that fails is asked for once more. One that has not come after 120 s (product specification, section 9) is a `ChunkLoadError`. */
export const inTime = <Module>(load: () => Promise<Module>): Promise<Module> =>
  Promise.race([
    load().catch(load),
    new Promise<never>((_, reject) =>
      setTimeout(() => reject(Object.assign(new Error('The chunk did not come in time.'), { name: 'ChunkLoadError' })), chunkMs),
    ),
  ]);

/**
 * A screen in its own chunk, with the words it needs loaded in parallel: `core` is always loaded, `landing` is a pack of its own, all other
 * screens need `rest`. `packages/words/src/packs.ts` assigns each feature to a pack.
 */
export function screen<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  words: keyof Chunks = 'rest',
  ...more: readonly (keyof Chunks)[]
) {
  return lazyRouteComponent(
    words === 'core'
      ? () => inTime(load)
      : () => Promise.all([inTime(load), wordsOf(words), ...more.map(wordsOf)]).then(([module]) => module),
    name,
  );
}
