/**
 * Which namespaces a screen loads: those of the first screens come with the language, the landing page's and the trading screens' with them, all
 * others in a last chunk that arrives while the first is read. A test holds the screens to it.
 */
export const packs = {
  core: ['common', 'shell', 'home', 'welcome'],
  landing: ['landing'],
  trade: ['trade', 'market', 'chart'],
  orders: ['amounts', 'errors', 'reasons'],
  leverage: ['leverage'],
  /** Of the operators' console: the customers' app never loads it. */
  console: ['console', 'forms'],
} as const satisfies Record<string, readonly string[]>;
export type Pack = keyof typeof packs | 'rest';
/** What agents send with one press. Customers load it with the rest; the console loads it alone, in every language. */
export const phrasePack = 'phrases';

/** Spoken by the server alone: no screen loads them. */
const serverOnly: readonly string[] = ['dictionaries', 'letters', 'menu', 'names', 'problems', 'suitability', 'views'];

export const packOf = (namespace: string): Pack | undefined =>
  serverOnly.includes(namespace)
    ? undefined
    : ((Object.keys(packs) as (keyof typeof packs)[]).find((pack) => (packs[pack] as readonly string[]).includes(namespace)) ?? 'rest');
