import fc from 'fast-check';

/** What people type, for tests of amounts. */

/** The ten digits of every script that Intl writes with decimal digits. */
export const scripts = Intl.supportedValuesOf('numberingSystem')
  .map((numberingSystem) => Array.from({ length: 10 }, (_, digit) => new Intl.NumberFormat('en', { numberingSystem }).format(digit)))
  .filter((digits) => digits.every((digit) => /^\p{Nd}$/u.test(digit)));
export const inScript = (text: string, digits: readonly string[]) => text.replace(/\d/g, (digit) => digits[Number(digit)]!);

/** Digits, marks and mistakes of every language. */
export const typed = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.stringMatching(/^\d{1,4}$/) },
        { weight: 4, arbitrary: fc.constantFrom(..."..,,٫٬'’ \u00a0\u2009\u202f．，。،") },
        { weight: 1, arbitrary: fc.constantFrom(...'-−+eExX$€₹()%/_·*aB½ \u200e\u202e\t') },
      ),
      { maxLength: 9 },
    ),
    fc.constantFrom(...scripts),
  )
  .map(([pieces, digits]) => inScript(pieces.join(''), digits));
