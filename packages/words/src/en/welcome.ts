/** The first visit. */
export const welcome = {
  title: 'An exchange that cannot cheat.',
  text: 'Nobody here can set a price, a fill or an outcome. Every settlement comes with a receipt that you recompute yourself.',
  receipt: 'A receipt with every fill',
  receiptText: 'Inputs, rule, arithmetic and hash, recomputed in your own browser.',
  sources: 'Prices that name their source',
  sourcesText: 'Every price says where it comes from and how old it is.',
  ledger: 'A statement that explains itself',
  ledgerText: 'Every change of your balance has a line with its reason, and the balance after it.',
  demo: 'Try the demo',
  demoNote: '100,000 demo USDT, one tap, no form.',
  look: 'Just look around',
  proxyTitle: 'Language of this visit',
  proxyText: 'Opens the app in the chosen language. A link may name it: /proxy?language=en.',
  proxyGo: 'Go on',
} as const;
