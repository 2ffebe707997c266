/** Digits of a deposit's number in its reference. The length is fixed, so that a reference is found between other words. */
const numberDigits = 12;

/** The remainder by 97 of letters and digits, a letter as two digits (ISO 7064, as in IBANs). */
function remainder(text: string): number {
  let rest = 0;
  for (const letter of text) {
    const value = Number.parseInt(letter, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** The reference that a customer writes with a transfer (ISO 11649): banks' forms check it, and one wrong digit is no reference. */
export function referenceOf(deposit: number): string {
  if (!Number.isSafeInteger(deposit) || deposit < 0 || deposit >= 10 ** numberDigits)
    throw new RangeError(`${deposit} is no number of a deposit`);
  const body = `D${String(deposit).padStart(numberDigits, '0')}`;
  return `RF${String(98 - remainder(`${body}RF00`)).padStart(2, '0')}${body}`;
}

/** Whether the text is a reference of ISO 11649, of anybody. */
export function isReference(text: string): boolean {
  const compact = text.replaceAll(' ', '').toUpperCase();
  return /^RF\d{2}[0-9A-Z]{1,21}$/.test(compact) && remainder(compact.slice(4) + compact.slice(0, 4)) === 1;
}

const pattern = new RegExp(`RF\\d{2}D\\d{${numberDigits}}`, 'g');

/** The deposits whose references are in what a payer wrote, whatever stands around them and however they are spaced. */
export function depositsIn(text: string): number[] {
  const compact = text.replace(/[\s./-]/g, '').toUpperCase();
  const found = [...compact.matchAll(pattern)].map(([reference]) => reference).filter(isReference);
  return [...new Set(found.map((reference) => Number(reference.slice(5))))];
}
