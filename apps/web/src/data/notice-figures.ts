import { formatAmount, trimZeros } from '@bourse/money';
import { hiddenAmount } from '@bourse/ui';
import type { Notice } from './events.ts';

/** Profits and losses: show their sign. */
const signed: ReadonlySet<string> = new Set(['amount', 'result']);
/** Market figures in a notice, as opposed to the customer's own. */
const open: ReadonlySet<string> = new Set(['price', 'ratio']);
const fraction = /^-?[0-9]+\.([0-9]+)$/;

/**
 * Formats a notice's figures as the rest of the app does. They arrive with every digit of their asset and a hyphen as the minus sign. Ids
 * stay unchanged.
 */
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
