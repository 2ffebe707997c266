import { InstrumentKind } from '@bourse/protocol/enums';
import { Button } from '@bourse/ui';
import { useState } from 'react';
import { type Instrument, lastValue, useSignedIn, useTimedPage } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { ListsFrame } from '../lists/ListsFrame.tsx';
import { TimedTable } from '../timed/TimedTable.tsx';
import { isRunning } from '../timed/timed.ts';
import { AccountStrip } from './AccountStrip.tsx';
import { ClosedTable, SettlementsTable } from './HistoryTables.tsx';
import { OrdersTable } from './OrdersTable.tsx';
import { PositionsTable } from './PositionsTable.tsx';
import { type PositionKind, useOpenPositions, usePositionPage } from './positions.ts';
import { usePositionSheets } from './usePositionSheets.tsx';

type Tab = 'positions' | 'orders' | 'history' | 'closed' | 'settlements' | 'timed';
type Props = { instrument: Instrument; onPick: (symbol: string) => void; className?: string | undefined };

/** Positions, orders and settlements of contracts or of stocks. */
export function PositionLists({ instrument, onPick, className }: Props) {
  const t = useT();
  const kind = instrument.kind as PositionKind;
  const contract = kind === InstrumentKind.contract;
  const [tab, setTab] = useState<Tab>('positions');
  const [only, setOnly] = useState(false);
  const signedIn = useSignedIn();
  const positions = useOpenPositions(kind);
  const orders = lastValue(usePositionPage(kind, 'orders'))?.orders?.list ?? [];
  const { act, sweep, sheets } = usePositionSheets(kind);
  const symbol = only ? instrument.symbol : undefined;
  return (
    <ListsFrame
      {...{ instrument, tab, only, className }}
      onTab={setTab}
      onOnly={setOnly}
      label={t('leverage.positions')}
      options={[
        { value: 'positions', label: t('leverage.positions'), count: signedIn ? positions.length : undefined },
        { value: 'orders', label: t('trade.openOrders'), count: signedIn ? orders.length : undefined },
        { value: 'history', label: t('trade.orderHistory') },
        { value: 'closed', label: t('leverage.closed') },
        { value: 'settlements', label: t('leverage.settlements') },
        ...(contract ? [{ value: 'timed' as const, label: <TimedTab signedIn={signedIn} /> }] : []),
      ]}
      tools={
        contract &&
        tab === 'positions' &&
        positions.length > 0 && (
          <>
            <Button kind="plain" size="small" onClick={() => sweep('reverseAll')}>
              {t('leverage.reverseAll')}
            </Button>
            <Button kind="plain" size="small" onClick={() => sweep('closeAll')}>
              {t('leverage.closeAll')}
            </Button>
          </>
        )
      }
      foot={
        <>
          {signedIn && contract && <AccountStrip />}
          {sheets}
        </>
      }
    >
      {tab === 'positions' ? (
        <PositionsTable {...{ kind, symbol, onPick }} onAct={act} />
      ) : tab === 'orders' ? (
        <OrdersTable view="orders" {...{ kind, symbol, onPick }} />
      ) : tab === 'history' ? (
        <OrdersTable view="order-history" {...{ kind, symbol, onPick }} />
      ) : tab === 'closed' ? (
        <ClosedTable {...{ kind, symbol, onPick }} />
      ) : tab === 'settlements' ? (
        <SettlementsTable {...{ kind, symbol, onPick }} />
      ) : (
        <TimedTable {...{ symbol, onPick }} />
      )}
    </ListsFrame>
  );
}

function TimedTab({ signedIn }: { signedIn: boolean }) {
  const t = useT();
  const running = (lastValue(useTimedPage('all', 60))?.list ?? []).filter((order) => isRunning(order.status)).length;
  return (
    <>
      {t('leverage.timedOrders')}
      {signedIn && running > 0 && ` ${running}`}
    </>
  );
}
