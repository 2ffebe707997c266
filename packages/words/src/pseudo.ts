import type { Compiled } from './speak.ts';

/** Languages made from English, so that what was not translated, or does not fit, is seen before a translator finds it. */

const accents: Record<string, string> = Object.fromEntries(
  [...'aeiouyAEIOUYcnsz'].map((letter, index) => [letter, [...'áéíóúýÁÉÍÓÚÝçñšž'][index] ?? letter]),
);
const accent = (text: string) => [...text].map((letter) => accents[letter] ?? letter).join('');

/** Short texts grow most in translation: up to 20 letters by as much again, longer ones by 40 %. */
const stretch = (text: string) => {
  const { length } = text.trim();
  if (length === 0) return text;
  const more = Math.ceil(length * (length <= 20 ? 1 : 0.4));
  // Words, so that the text may wrap as a translation would.
  const filling = 'óñé tẃó ťhŕéé fóúŕ fívé šíx '
    .repeat(Math.ceil(more / 28))
    .slice(0, more)
    .trim();
  return filling === '' ? accent(text) : `${accent(text.trimEnd())} ${filling}${text.endsWith(' ') ? ' ' : ''}`;
};

/** Marks above and below, as Thai and Vietnamese have them: lines that are cut show it. */
const pile = (text: string) =>
  accent(text).replace(/[a-zA-ZÀ-ž]/g, (letter, at: number) => (at % 2 === 0 ? `${letter}\u0302\u0323` : letter));

function changed(message: Compiled, change: (text: string) => string): Compiled {
  if (typeof message === 'string') return change(message);
  return message.map((token) => {
    if (typeof token === 'string') return token === '#' ? token : change(token);
    const [name, kind, choices] = token;
    if (!choices || typeof choices !== 'object') return token;
    return [
      name,
      kind,
      Object.fromEntries(
        Object.entries(choices).map(([key, choice]) => [
          key,
          typeof choice === 'object' || typeof choice === 'string' ? changed(choice, change) : choice,
        ]),
      ),
    ] as const;
  }) as Compiled;
}

const changes: Record<string, (text: string) => string> = { 'en-XA': stretch, 'en-XT': pile, 'ar-XB': accent };
export const pseudoOf = (code: string): ((message: Compiled) => Compiled) | undefined => {
  const change = changes[code];
  return change && ((message) => changed(message, change));
};
