import { decimalAdd, trimZeros } from '@bourse/money';
import { OrderSide } from '@bourse/protocol/enums';
import { Amount, type Fact, useUi } from '@bourse/ui';
import { type Instrument, lastValue, useRead } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { searchOf } from '../../receipt/address.ts';
import { sharedDecimals } from '../ticket/arithmetic.ts';
import { endedEmpty, hasTraded, ResultNote, restOf, tradedFigures } from '../ticket/ResultNote.tsx';
import type { Accepted } from '../ticket/submission.ts';
import { draftOf } from './draft.ts';
import { spotSentence } from './sentence.ts';

type Props = {
  accepted: Accepted;
  /** The side that was sent; the order's own once it is read. */
  side: OrderSide;
  instrument: Pick<Instrument, 'base' | 'quote' | 'lot' | 'tick'>;
};

/** A spot order after the exchange took it: resting, filled or closed, with its trades' figures and receipts. */
export function SpotResult({ accepted, side, instrument }: Props) {
  const t = useT();
  const { locale } = useUi();
  const { orderId } = accepted;
  const read = useRead('GET pay/order-coin/order-detail', { id: orderId }, { needsSession: true, enabled: orderId !== '', staleMs: 2_000 });
  const order = lastValue(read);
  const state = order ?? accepted;
  const buying = (order?.side ?? side) === OrderSide.buy;
  const { base: asset, quote } = instrument;
  const title = hasTraded(state)
    ? t('trade.resultTraded', { side: buying ? 'buy' : 'sell', asset, quote, ...tradedFigures(t, state, instrument, locale) })
    : order
      ? spotSentence(t, draftOf(order), instrument, locale)
      : t('trade.accepted');
  const fees = new Map<string, string>();
  for (const fill of order?.fills ?? []) fees.set(fill.feeAsset, decimalAdd(fees.get(fill.feeAsset) ?? '0', fill.fee));
  const money = (value: string, unit: string) => (
    <Amount value={trimZeros(value)} decimals={sharedDecimals(trimZeros(value))} unit={unit} fraction="plain" />
  );
  const facts: Fact[] = [
    ...(hasTraded(state) ? [{ key: 'amount', name: t('trade.amount'), value: money(state.filledAmount, quote) }] : []),
    ...[...fees].map(([unit, fee]) => ({ key: `fee ${unit}`, name: t('trade.feeSure'), value: money(fee, unit) })),
  ];
  return (
    <ResultNote
      {...{ title, facts }}
      note={state.status === null ? t('trade.acceptedAsked', { id: orderId }) : restOf(t, state)}
      receipts={(order?.fills ?? []).map(({ id, receiptHash, role }) => ({
        key: id,
        label: t('trade.seeReceipt', { id }),
        search: searchOf({ fillId: id, role }),
        hash: receiptHash,
      }))}
      order={{ id: orderId }}
      empty={endedEmpty(state)}
    />
  );
}
