import { formatAmount } from '@bourse/money';
import type { Translate } from '../../i18n/index.ts';
import { contractSentence } from '../trade/contract/sentence.ts';
import { spotSentence } from '../trade/spot/sentence.ts';
import { stockSentence } from '../trade/stock/sentence.ts';
import type { Meaning, SlipDraft } from './resolve.ts';

/** A row of the palette that a written order gives. `order` and `cancel` show a slip with a button; `write` replaces the text. */
export type OrderRow =
  | { key: string; does: 'slip'; title: string; under: string; meaning: Extract<Meaning, { is: 'order' | 'cancel' }> }
  | { key: string; does: 'write'; title: string; under: string; query: string }
  | { key: string; does: 'nothing'; title: string; under: string };

/** Says what a slip sends, in the words of its button. */
export function slipSentence(t: Translate, { instrument, slip }: Extract<Meaning, { is: 'order' }>, locale: string): string {
  if (slip.kind !== 'coin') return (slip.kind === 'stock' ? stockSentence : contractSentence)(t, slip.draft, instrument, locale);
  return spotSentence(t, slip.draft, instrument, locale);
}

/** Leverage and margin mode; '' where an order has none. */
export const termsText = (t: Translate, slip: SlipDraft): string =>
  slip.kind === 'coin' || (slip.kind === 'stock' && slip.draft.leverage === 1)
    ? ''
    : t('palette.terms', { leverage: slip.draft.leverage, mode: slip.kind === 'stock' ? 2 : slip.draft.marginMode });

type Say = { t: Translate; locale: string; problemText: (ask: Extract<Meaning, { is: 'ask' }>) => string };

export function rowsOf(meaning: Meaning, { t, locale, problemText }: Say): OrderRow[] {
  switch (meaning.is) {
    case 'order': {
      const { instrument, slip } = meaning;
      const under = [instrument.symbol, termsText(t, slip)].filter((part) => part !== '').join(' · ');
      const key = `order ${instrument.symbol} ${JSON.stringify(slip)}`;
      return [{ key, does: 'slip', title: slipSentence(t, meaning, locale), under, meaning }];
    }
    case 'cancel': {
      const symbols = meaning.instruments?.map(({ symbol }) => symbol).join(', ') ?? '';
      return [{ key: `cancel ${symbols}`, does: 'slip', title: t('trade.cancelAll'), under: symbols, meaning }];
    }
    case 'ask': {
      const why = problemText(meaning);
      if (meaning.choices.length === 0) return [{ key: 'ask', does: 'nothing', title: meaning.figure.text, under: why }];
      return meaning.choices.map((choice) => {
        const figure = formatAmount(choice, { locale, grouping: false });
        return {
          key: `write ${choice}`,
          does: 'write',
          title: t('palette.ask', { figure }),
          under: why,
          query: meaning.figure.replaced(figure),
        };
      });
    }
    case 'split':
      return [
        { key: 'one', does: 'write', title: meaning.one, under: t('palette.splitOne'), query: meaning.one },
        { key: 'two', does: 'write', title: meaning.two, under: t('palette.splitTwo'), query: meaning.two },
      ];
    case 'hint':
      return [{ key: meaning.why, does: 'nothing', title: t(hints[meaning.why], { max: meaning.max ?? 0 }), under: '' }];
  }
}

const hints = {
  unknown: 'palette.unknown',
  size: 'palette.size',
  tooMany: 'palette.tooMany',
  noPosition: 'palette.noPosition',
  noHolding: 'palette.noHolding',
  leverage: 'palette.leverage',
  terms: 'palette.termsFixed',
  noLeverage: 'palette.noLeverage',
} as const;
