import { formatAmount, trimZeros } from '@bourse/money';
import { hiddenAmount } from '@bourse/ui';
import type { Notice } from './events.ts';

/** Gains and losses: their sign is the news. */
const signed: ReadonlySet<string> = new Set(['amount', 'result']);
/** What a notice says of the market, not of the customer. */
const open: ReadonlySet<string> = new Set(['price', 'ratio']);
const fraction = /^-?[0-9]+\.([0-9]+)$/;

/** Figures of a notice come with every digit of their asset and a hyphen for a minus: for reading, as the rest of the app writes them. Ids stay as they are. */
export const readable = (params: Notice['params'], locale: string, amountsHidden: boolean): Notice['params'] =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value !== 'string' || !fraction.test(value)) return [name, value];
      if (amountsHidden && !open.has(name)) return [name, hiddenAmount];
      const sign = signed.has(name);
      const kept = fraction.exec(trimZeros(value))?.[1]?.length ?? 0;
      return [name, formatAmount(value, { locale, decimals: sign ? Math.max(2, kept) : kept, sign: sign ? 'always' : 'auto' })];
    }),
  );
