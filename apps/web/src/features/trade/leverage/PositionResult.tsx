import { decimalAdd, trimZeros } from '@bourse/money';
import type { OrderFunds, PositionOrder, Settlement } from '@bourse/protocol';
import { OrderStatus, PositionAction } from '@bourse/protocol/enums';
import { Amount, type Fact, useUi } from '@bourse/ui';
import { type Instrument, lastValue, useRead } from '../../../data/index.ts';
import { tMaybe, useT } from '../../../i18n/index.ts';
import { searchOf } from '../../receipt/address.ts';
import { sharedDecimals } from '../ticket/arithmetic.ts';
import { endedEmpty, hasTraded, ResultNote, restOf, tradedFigures } from '../ticket/ResultNote.tsx';
import type { Accepted } from '../ticket/submission.ts';
import { draftOfOrder, type PositionDraft } from './draft.ts';
import { fundsFacts } from './funds.tsx';

type Props = {
  accepted: Accepted;
  /** The draft that was sent: the result is named after it until the order is read. */
  draft: PositionDraft;
  instrument: Instrument;
  /** The body that was sent; it names the money that came along. */
  sent?: object | null | undefined;
  sentenceOf: (draft: PositionDraft) => string;
  /** What traded, in the words of the product. */
  tradedText: (draft: PositionDraft, figures: { quantity: string; price: string; amount: string }) => string;
  /** Why an order waits for the market to open. */
  queued?: string | undefined;
};
const options = { needsSession: true, staleMs: 2_000 };

export function ContractResult(props: Props) {
  const { orderId } = props.accepted;
  const detail = lastValue(useRead('GET pay/order-contract/detail', { orderId }, { ...options, enabled: orderId !== '' }));
  const order = detail?.orders.find(({ id }) => id === orderId);
  return <Outcome {...props} kind="contract" order={order} settlements={detail?.settlements ?? []} />;
}
export function StockResult(props: Props) {
  const { orderId } = props.accepted;
  const order = lastValue(useRead('GET pay/order-stock/detail', { id: orderId }, { ...options, enabled: orderId !== '' }));
  return <Outcome {...props} kind="stock" order={order} settlements={order?.settlements ?? []} />;
}

type OutcomeProps = Props & { kind: 'contract' | 'stock'; order: PositionOrder | undefined; settlements: readonly Settlement[] };

/** An order for a position after the exchange took it, with the figures and receipts of its fills. */
function Outcome({ accepted, draft, instrument, sentenceOf, tradedText, queued, sent, kind, order, settlements }: OutcomeProps) {
  const t = useT();
  const { locale } = useUi();
  const state = order ?? accepted;
  const written = order ? draftOfOrder(order) : draft;
  const traded = hasTraded(state);
  const fills = settlements.filter((one) => one.orderId === accepted.orderId && one.kind === 'positionFill');
  const sum = (amounts: readonly string[]) => trimZeros(amounts.reduce(decimalAdd, '0'));
  const fee = sum(fills.map((fill) => fill.fee));
  const profit = sum(fills.map((fill) => fill.amount));
  const unit = fills[0]?.asset ?? instrument.quote;
  const facts: Fact[] =
    fills.length === 0
      ? []
      : [
          ...(written.action === PositionAction.close
            ? [
                {
                  key: 'profit',
                  name: t('leverage.resultProfit'),
                  value: <Amount value={profit} decimals={sharedDecimals(profit)} tone="direction" unit={unit} fraction="plain" />,
                },
              ]
            : []),
          {
            key: 'fee',
            name: t('trade.feeSure'),
            value: <Amount value={fee} decimals={sharedDecimals(fee)} unit={unit} fraction="plain" />,
          },
        ];
  const { funds } = (sent ?? {}) as { funds?: OrderFunds };
  const waits = queued !== undefined && !traded && (order ? order.waits : state.status === OrderStatus.open);
  return (
    <ResultNote
      title={traded ? tradedText(written, tradedFigures(t, state, instrument, locale)) : order ? sentenceOf(written) : t('trade.accepted')}
      note={state.status === null ? t('trade.acceptedAsked', { id: accepted.orderId }) : waits ? queued : restOf(t, state)}
      facts={[...(funds ? fundsFacts(t, funds, instrument.quote) : []), ...facts]}
      receipts={fills.map(({ receipt }) => ({
        key: `${receipt.seq} ${receipt.index}`,
        label: t('leverage.seeReceiptOf', { kind: tMaybe(`leverage.settle_${receipt.kind}`) ?? receipt.kind, seq: receipt.seq }),
        search: searchOf({ settlement: receipt }),
      }))}
      order={{ id: accepted.orderId, kind }}
      empty={endedEmpty(state)}
    />
  );
}
