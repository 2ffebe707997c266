/**
 * What agents say with one press: a key and its values, so that each side reads its own language. The sentences are in the words, under
 * `phrases`. A value is plain text without figures of accounts: the same rule as for typed text.
 */
export const chatPhrases = {
  greeting: ['name'],
  whichOrder: [],
  lookingIntoIt: [],
  depositUnderReview: [],
  depositNeedsProof: [],
  withdrawalUnderReview: [],
  withdrawalSent: [],
  identityNeeded: [],
  neverAskPassword: [],
  accountOnCard: [],
  anythingElse: [],
  thanks: ['name'],
} as const satisfies Record<string, readonly string[]>;
export type ChatPhrase = keyof typeof chatPhrases;
export const chatPhraseKeys = Object.keys(chatPhrases) as [ChatPhrase, ...ChatPhrase[]];
