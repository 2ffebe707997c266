import { english as en } from '@bourse/words/english';
import { packOf } from '@bourse/words/packs';
import { describe, expect, it } from 'vitest';

const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Resolves an import such as `../features/home/x.ts` against the importing file. */
function resolvePath(from: string, path: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..' && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
// `import.meta.glob` names files of this folder `./x.ts` and others `../y.ts`; both become `src/…`.
const files = new Map(
  Object.entries(sources).map(([path, text]) => [
    path.startsWith('../') ? path.replace('../', 'src/') : path.replace('./', 'src/i18n/'),
    text,
  ]),
);

const screens = [...files]
  .filter(([path]) => path.startsWith('src/screens/'))
  .flatMap(([, text]) => {
    const found = /features\/([\w/-]+\.tsx)'\),\s*'\w+',\s*('(?:core|landing|trade)'(?:, '\w+')*)/.exec(text);
    return found?.[1] === undefined
      ? []
      : [{ screen: `src/features/${found[1]}`, allowed: ['core', ...found[2]!.replaceAll("'", '').split(', ')] }];
  });

/** The files a screen imports statically. A lazily imported file loads its own words. */
function loaded(file: string, seen = new Set<string>()): Set<string> {
  const text = files.get(file);
  if (seen.has(file) || text === undefined) return seen;
  seen.add(file);
  for (const [, path] of text.matchAll(/^(?:import|export)\s[^;]*?from '(\.[^']+)'/gms)) loaded(resolvePath(file, path!), seen);
  return seen;
}

describe('the first screens', () => {
  it('are known', () => {
    expect(screens.length).toBeGreaterThanOrEqual(3);
  });
  for (const { screen, allowed } of screens)
    it(`${screen} says only what comes with the first words`, () => {
      // Pushes arrive on the socket, which opens after all words are loaded; the messages are a later screen.
      const late = [...loaded(screen)]
        .filter((file) => file !== 'src/data/pushes.ts' && file !== 'src/data/notices/text.ts')
        .flatMap((file) =>
          [...files.get(file)!.matchAll(/['`]([a-z]\w*)\.[\w.${}]+/g)]
            .filter(([, feature]) => feature! in en && !allowed.includes(packOf(feature!) ?? 'none'))
            .map(([key]) => `${key} in ${file}`),
        );
      expect(late).toEqual([]);
    });
});
