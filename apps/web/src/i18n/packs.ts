/** Words of the first screens come with the language, the landing page's and the trading screens' with them, all others in a last chunk that arrives while the first is read. A test holds the screens to it. */
export const packs = {
  core: ['common', 'shell', 'home', 'welcome'],
  landing: ['landing'],
  trade: ['trade', 'market'],
  leverage: ['leverage'],
} as const satisfies Record<string, readonly string[]>;
export type Pack = keyof typeof packs | 'rest';

export const packOf = (feature: string): Pack =>
  (Object.keys(packs) as (keyof typeof packs)[]).find((pack) => (packs[pack] as readonly string[]).includes(feature)) ?? 'rest';
