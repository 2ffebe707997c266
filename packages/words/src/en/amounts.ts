/** What to type instead of a text that is not an amount. `AmountProblem` of `@bourse/money` has the names. */
export const amounts = {
  ambiguous: 'Do you mean {first} or {second}?',
  marks: 'The separators between the digits are unclear. Type it like {example}.',
  decimals: '{decimals, plural, =0 {Type a whole number.} one {Type one decimal at most.} other {Type # decimals at most.}}',
  negative: 'Type it without a minus sign: it cannot be negative.',
  exponent: 'Type the figure in full, without an exponent.',
  asset: 'This figure is in {asset}. Type the digits alone.',
  characters: 'Type digits and one “{mark}” only, like {example}.',
  long: 'Type a shorter figure: this one has too many digits.',
} as const;
