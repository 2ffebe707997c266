import { separatorsOf } from './display.ts';

// Digits of other scripts that keyboards offer, by the code point of their zero: Arabic-Indic, Persian, Devanagari, Bengali, Thai, full width.
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10];
function asciiDigit(character: string): string {
  const code = character.codePointAt(0)!;
  const base = zeros.find((start) => code >= start && code < start + 10);
  return base === undefined ? character : String(code - base);
}

/**
 * What a person typed or pasted as a plain decimal string: currency signs, letters, spaces and thousands separators go, the decimal part stays.
 * '' when no digit is left. `decimals` cuts what cannot be sent.
 */
export function stripNumberInput(text: string, options: { locale?: string; decimals?: number; negative?: boolean } = {}): string {
  const { decimal } = separatorsOf(options.locale ?? 'en');
  const characters = [...text.trim()].map(asciiDigit);
  const negative = options.negative === true && /^[-\u2212]/.test(characters.join('').replace(/^[^\d\-\u2212]+/, ''));
  const marks = characters.filter((character) => /[.,\u066b\u066c]/.test(character));
  // The language's own mark decides. Only when it is absent may a lone foreign dot be one: 1.5 pasted where people write 1,5.
  let mark = decimal === '٫' ? '.' : decimal;
  if (!marks.includes(mark) && mark === ',' && marks.length === 1 && marks[0] === '.') {
    const after = characters.slice(characters.indexOf('.') + 1).filter((character) => /\d/.test(character)).length;
    if (after !== 3) mark = '.';
  }
  if (marks.includes('\u066b')) mark = '\u066b';
  const at = characters.indexOf(mark);
  const digits = (part: string[]) => part.filter((character) => /[0-9]/.test(character)).join('');
  const whole = digits(at < 0 ? characters : characters.slice(0, at)).replace(/^0+(?=\d)/, '');
  const fraction = at < 0 ? '' : digits(characters.slice(at + 1));
  if (whole === '' && fraction === '') return '';
  const kept = options.decimals === undefined ? fraction : fraction.slice(0, options.decimals);
  return `${negative ? '-' : ''}${whole || '0'}${kept ? `.${kept}` : ''}`;
}
