import { compile } from './compile.ts';
import { say } from './index.ts';
import { defaultLanguage, isRtl, matchLanguage, type OfferedCode, offered } from './languages.ts';
import { packOf, phrasePack } from './packs.ts';
import { pseudoOf } from './pseudo.ts';
import type { Compiled } from './speak.ts';
import { source, statusOf, stoppers } from './status.ts';
import { type Translation, translations } from './translations.ts';

/** For the web's build: the compiled sentences of one pack in one language. Throws, naming the keys, where a critical one may not be shipped. */
export function compiledPack(code: string, pack: string): Record<string, Compiled> {
  const from = pseudoOf(code);
  const translation: Translation | undefined = from || code === 'en' ? undefined : (translations as Record<string, Translation>)[code];
  if (!from && code !== 'en') {
    if (!translation) throw new Error(`there is no translation ${code}`);
    const found = stoppers(code, statusOf(translation));
    if (found.length > 0) throw new Error(`words that may not be shipped:\n  ${found.join('\n  ')}`);
  }
  const out: Record<string, Compiled> = {};
  for (const [space, words] of Object.entries(source)) {
    if (pack === phrasePack ? space !== phrasePack : packOf(space) !== pack) continue;
    for (const [name, text] of Object.entries(words)) {
      const message = compile(translation?.[space]?.[name]?.text ?? text);
      out[`${space}.${name}`] = from ? from(message) : message;
    }
  }
  return out;
}

/** What the page's first script needs, which runs before any program: the resolver itself, and the sentence of a program that does not load. */
export function bootParts(): Record<string, string> {
  const failed = (code: OfferedCode) => [say(code, 'views.boot.failed'), say(code, 'views.boot.again')];
  return {
    __MATCH_LANGUAGE__: matchLanguage.toString(),
    __IS_RTL__: isRtl.toString(),
    __DEFAULT_LANGUAGE__: defaultLanguage,
    __FAILED_WORDS__: JSON.stringify(Object.fromEntries(offered.map(({ code }) => [code, failed(code)]))),
  };
}
