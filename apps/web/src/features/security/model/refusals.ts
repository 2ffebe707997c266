/**
 * The refusal codes that the proof sheet tells apart, to show the server's sentence at the field that it is about. A test compares the numbers with
 * the catalogue; importing the catalogue would ship every sentence in every language.
 */
export const proofCodes = {
  credentialsWrong: 2000,
  proofUnknown: 2041,
  proofInputChanged: 2043,
  proofUsed: 2044,
  proofExpired: 2045,
  payPasswordMissing: 2047,
  payPasswordWrong: 2048,
  payPasswordLocked: 2049,
  factorMissing: 2070,
  totpWrong: 2071,
  totpUsed: 2072,
  factorLocked: 2073,
  passkeyRefused: 2074,
  recoveryCodeWrong: 2076,
  proofNeeded: 2040,
} as const;

/** Where a refusal is shown. `again`: the proof is over and is begun anew. `setUp`: the customer lacks a factor. */
export type ProofPlace = 'first' | 'second' | 'again' | 'setUp' | 'form';

const places: Record<keyof typeof proofCodes, ProofPlace> = {
  credentialsWrong: 'first',
  proofUnknown: 'again',
  proofInputChanged: 'again',
  proofUsed: 'again',
  proofExpired: 'again',
  payPasswordMissing: 'setUp',
  payPasswordWrong: 'first',
  payPasswordLocked: 'first',
  factorMissing: 'setUp',
  totpWrong: 'second',
  totpUsed: 'second',
  factorLocked: 'second',
  passkeyRefused: 'second',
  recoveryCodeWrong: 'second',
  // The factors have changed since the proof was begun.
  proofNeeded: 'again',
};

/** Undefined: the refusal is the act's own, not the proof's. */
export const placeOf = (code: number): ProofPlace | undefined => {
  const name = (Object.keys(proofCodes) as (keyof typeof proofCodes)[]).find((one) => proofCodes[one] === code);
  return name && places[name];
};
