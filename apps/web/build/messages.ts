/** Compiles the message files of each language to two chunks: `virtual:messages/en/core` and `…/rest`. Pseudo-languages are made from English. */
import { resolve } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { type Plugin, runnerImport } from 'vite';
import { packOf } from '../src/i18n/packs.ts';

type Compiled = string | readonly unknown[];
type Messages = Record<string, Record<string, string>>;

const accents: Record<string, string> = Object.fromEntries(
  [...'aeiouyAEIOUYcnsz'].map((letter, index) => [letter, [...'áéíóúýÁÉÍÓÚÝçñšž'][index] ?? letter]),
);
const accent = (text: string) => [...text].map((letter) => accents[letter] ?? letter).join('');
/** Longer and accented, so that what was not translated or does not fit is seen. */
const stretch = (text: string) => (text.trim() === '' ? text : `${accent(text)}${'·'.repeat(Math.ceil(text.trim().length / 4))}`);

function pseudo(message: Compiled, change: (text: string) => string): Compiled {
  if (typeof message === 'string') return change(message);
  return message.map((token) => {
    if (typeof token === 'string') return change(token);
    if (!Array.isArray(token)) return token;
    const [name, kind, choices, ...rest] = token as [string, string?, (Record<string, Compiled> | string)?, ...unknown[]];
    if (!choices || typeof choices !== 'object') return token;
    const changed = Object.fromEntries(
      Object.entries(choices).map(([key, choice]) => [key, key === 'offset' ? choice : pseudo(choice, change)]),
    );
    return [name, kind, changed, ...rest];
  });
}

/** Most sentences are one text: shipped as that. */
const plain = (message: Compiled): Compiled =>
  typeof message !== 'string' && message.every((token) => typeof token === 'string' && token !== '#') ? message.join('') : message;

export function compileMessages(messages: Messages): Record<string, Compiled> {
  return Object.fromEntries(
    Object.entries(messages).flatMap(([feature, words]) =>
      Object.entries(words).map(([name, text]) => [`${feature}.${name}`, plain(compileMessage(text) as Compiled)]),
    ),
  );
}

const prefix = 'virtual:messages/';

export function messages(root: string): Plugin {
  return {
    name: 'bourse-messages',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return;
      const [locale = '', pack] = id.slice(prefix.length + 1).split('/');
      const source = locale === 'en-XA' || locale === 'ar-XB' ? 'en' : locale;
      const { module, dependencies } = await runnerImport<{ default: Messages }>(resolve(root, 'src/locales', source, 'index.ts'));
      for (const file of dependencies) this.addWatchFile(resolve(root, file));
      const compiled = compileMessages(Object.fromEntries(Object.entries(module.default).filter(([feature]) => packOf(feature) === pack)));
      const shown =
        locale === 'en-XA'
          ? Object.fromEntries(Object.entries(compiled).map(([key, message]) => [key, pseudo(message, stretch)]))
          : locale === 'ar-XB'
            ? Object.fromEntries(Object.entries(compiled).map(([key, message]) => [key, pseudo(message, accent)]))
            : compiled;
      return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(shown))})`, map: null };
    },
  };
}
