/** The compiled sentences of each language, in packs: `virtual:messages/en/core`. `packages/words` makes them, or stops the build with the keys that may not be shipped. */
import { resolve } from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const prefix = 'virtual:messages/';

export function messages(root: string): Plugin {
  return {
    name: 'bourse-messages',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return;
      const [locale = '', pack = ''] = id.slice(prefix.length + 1).split('/');
      const { module, dependencies } = await runnerImport<{ compiledPack: (locale: string, pack: string) => object }>(
        resolve(root, '../../packages/words/src/build.ts'),
      );
      for (const file of dependencies) this.addWatchFile(resolve(root, file));
      return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(module.compiledPack(locale, pack)))})`, map: null };
    },
  };
}
