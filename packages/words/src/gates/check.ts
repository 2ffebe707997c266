import { noteOf } from '../notes.ts';
import { source } from '../status.ts';
import { type Translation, translations } from '../translations.ts';
import { type Failure, failuresOf, type Pair } from './gates.ts';
import { signed, textHash } from './signed.ts';

export interface KeyFailure extends Failure {
  key: string;
  english: string;
  text: string;
}

/** What the gates find in a language and nobody has signed; and signatures that nothing needs any more. */
export function check(
  language: Pair['language'],
  translation: Translation = translations[language],
): { failures: KeyFailure[]; unneeded: string[] } {
  const failures: KeyFailure[] = [];
  const used = new Set<string>();
  const excused = (key: string, gate: string, text: string) =>
    signed.some((one) => one.language === language && one.gate === gate && one.keys[key] === textHash(text) && used.add(`${gate} ${key}`));
  for (const [space, words] of Object.entries(source))
    for (const [name, english] of Object.entries(words)) {
      const entry = translation[space]?.[name];
      if (!entry) continue;
      const key = `${space}.${name}`;
      for (const failure of failuresOf({ english, text: entry.text, language, width: noteOf(space, name).width }))
        if (!excused(key, failure.gate, entry.text)) failures.push({ ...failure, key, english, text: entry.text });
    }
  const unneeded = signed
    .filter((one) => one.language === language)
    .flatMap(({ gate, keys }) => Object.keys(keys).map((key) => `${gate} ${key}`))
    .filter((one) => !used.has(one));
  return { failures, unneeded };
}
