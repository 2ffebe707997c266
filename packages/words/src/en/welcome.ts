/** The first visit. */
export const welcome = {
  text: 'Nobody here can set a price, a fill or an outcome. Every settlement comes with a receipt that you recompute yourself.',
  receipt: 'A receipt with every fill',
  receiptText: 'Inputs, rule, arithmetic and hash, recomputed in your own browser.',
  sources: 'Prices that name their source',
  sourcesText: 'Every price says where it comes from and how old it is.',
  ledger: 'A statement that explains itself',
  ledgerText: 'Every change of your balance has a line with its reason, and the balance after it.',
  look: 'Just look around',
} as const;
