/** What agents of the service chat say with one press. Keys and values are those of `@bourse/protocol/chat-phrases`. */
export const phrases = {
  greeting: 'Hello, this is {name} of customer service. How can I help?',
  whichOrder: 'Which deposit, withdrawal or order is it about? Please send its card.',
  lookingIntoIt: 'I am looking into it. This takes a few minutes.',
  depositUnderReview: 'Your deposit is under review. Its card shows where it is.',
  depositNeedsProof: 'Please send a picture of the payment slip, or open the deposit and attach it there.',
  withdrawalUnderReview: 'Your withdrawal is under review. Its card shows where it is.',
  withdrawalSent: 'Your withdrawal was sent. Its card has the receipt.',
  identityNeeded: 'This needs your identity to be checked. You find it under your account.',
  neverAskPassword: 'We never ask for a password, a code or a payment to an account that we name in a chat.',
  accountOnCard: 'You find where to pay on the card of your deposit.',
  anythingElse: 'Is there anything else I can do for you?',
  thanks: 'Thank you, {name}. You can rate this conversation when it has ended.',
} as const;
