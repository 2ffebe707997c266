import { InstrumentKind } from '@bourse/protocol/enums';
import { Button, useUi } from '@bourse/ui';
import { type RefObject, useState } from 'react';
import { type Instrument, lastValue, useCommand, useInstruments } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { contractSentence } from '../trade/contract/sentence.ts';
import { draftOfOrder } from '../trade/leverage/draft.ts';
import { type PositionOrder, usePositionPage } from '../trade/positions/positions.ts';
import { draftOf } from '../trade/spot/draft.ts';
import { type Order, useOpenOrders } from '../trade/spot/orders.ts';
import { spotSentence } from '../trade/spot/sentence.ts';
import { stockSentence } from '../trade/stock/sentence.ts';
import ticket from '../trade/ticket/Ticket.module.css';
import styles from './Palette.module.css';

type Open = { id: string; symbol: string; coin: Order } | { id: string; symbol: string; position: PositionOrder };

/** Orders that are listed by name; beyond it their number is said. */
const mostNamed = 6;

/** Names the open orders that one press cancels. Only these are cancelled, not those that come meanwhile. */
export function CancelSlip({ instruments, form }: { instruments: readonly Instrument[] | null; form: RefObject<HTMLFormElement | null> }) {
  const t = useT();
  const { locale } = useUi();
  const all = lastValue(useInstruments());
  const contracts = lastValue(usePositionPage(InstrumentKind.contract, 'orders'))?.orders?.list ?? [];
  const shares = lastValue(usePositionPage(InstrumentKind.stock, 'orders'))?.orders?.list ?? [];
  const coins = useOpenOrders();
  const { send } = useCommand('cancel');
  const [state, setState] = useState<{ busy: boolean; done: number; left: number; reason: string }>();
  const open: Open[] = [
    ...coins.map((coin) => ({ id: coin.id, symbol: coin.symbol, coin })),
    ...[...contracts, ...shares].map((position) => ({ id: position.id, symbol: position.symbol, position })),
  ].filter(({ symbol }) => !instruments || instruments.some((each) => each.symbol === symbol));
  const sentenceOf = (one: Open) => {
    const instrument = all?.find(({ symbol }) => symbol === one.symbol);
    if (!instrument) return one.symbol;
    if ('coin' in one) return spotSentence(t, draftOf(one.coin), instrument, locale);
    return (one.position.kind === InstrumentKind.stock ? stockSentence : contractSentence)(
      t,
      draftOfOrder(one.position),
      instrument,
      locale,
    );
  };
  const cancel = async () => {
    const outcome = { done: 0, left: 0, reason: '' };
    setState({ busy: true, ...outcome });
    for (const one of open) {
      const settled =
        'coin' in one
          ? await send('GET pay/order-coin/revoke/{id}', { id: one.id }, { of: one.id })
          : await send(
              one.position.kind === InstrumentKind.stock ? 'GET pay/order-stock/revoke' : 'GET pay/order-contract/revoke',
              { id: one.id },
              { of: one.id },
            );
      if (settled.state === 'accepted') outcome.done += 1;
      else {
        outcome.left += 1;
        if (settled.state === 'rejected') outcome.reason = settled.message;
      }
      setState({ busy: true, ...outcome });
    }
    setState({ busy: false, ...outcome });
  };
  const symbols = [...new Set(open.map(({ symbol }) => symbol))];
  return (
    <form
      ref={form}
      className={ticket.ticket}
      data-dense
      onSubmit={(event) => {
        event.preventDefault();
        void cancel();
      }}
    >
      {state && (state.done > 0 || state.left > 0) && (
        <p role="status">
          {state.left > 0
            ? t('palette.cancelLeft', { count: state.left, reason: state.reason })
            : t('palette.cancelDone', { count: state.done })}
        </p>
      )}
      {open.length === 0 ? (
        !state && <p role="status">{t('palette.cancelNone')}</p>
      ) : (
        <>
          <ul className={styles.named}>
            {open.slice(0, mostNamed).map((one) => (
              <li key={one.id}>
                {sentenceOf(one)} <span>{one.symbol}</span>
              </li>
            ))}
            {open.length > mostNamed && <li>{t('palette.cancelMore', { count: open.length - mostNamed })}</li>}
          </ul>
          <Button type="submit" wide kind="danger" busy={state?.busy ?? false}>
            {instruments
              ? t('palette.cancelSome', { count: open.length, symbol: symbols.join(', ') })
              : t('palette.cancelEvery', { count: open.length })}
          </Button>
        </>
      )}
    </form>
  );
}
