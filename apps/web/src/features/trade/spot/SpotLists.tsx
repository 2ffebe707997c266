import { Button, Confirm } from '@bourse/ui';
import { useState } from 'react';
import { type Instrument, useSignedIn } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { ListsFrame } from '../lists/ListsFrame.tsx';
import { BalancesTable } from './BalancesTable.tsx';
import { FillsTable } from './FillsTable.tsx';
import { OpenOrdersTable } from './OpenOrdersTable.tsx';
import { OrderHistoryTable } from './OrderHistoryTable.tsx';
import { useCancelOrder, useOpenOrders } from './orders.ts';

export type ListTab = 'open' | 'history' | 'fills' | 'balances';

type Props = {
  instrument: Instrument;
  onReceipt: (fillId: string) => void;
  onPick: (symbol: string) => void;
  className?: string | undefined;
};

/** Orders, fills and balances of coins. */
export function SpotLists({ instrument, onReceipt, onPick, className }: Props) {
  const t = useT();
  const [tab, setTab] = useState<ListTab>('open');
  const [only, setOnly] = useState(false);
  const [asking, setAsking] = useState(false);
  const signedIn = useSignedIn();
  const orders = useOpenOrders();
  const symbol = only ? instrument.symbol : undefined;
  const shown = symbol ? orders.filter((order) => order.symbol === symbol) : orders;
  const cancel = useCancelOrder();
  return (
    <>
      <ListsFrame
        {...{ instrument, tab, only, className }}
        onTab={setTab}
        onOnly={setOnly}
        label={t('trade.openOrders')}
        options={[
          { value: 'open', label: t('trade.openOrders'), count: signedIn ? orders.length : undefined },
          { value: 'history', label: t('trade.orderHistory') },
          { value: 'fills', label: t('trade.fills') },
          { value: 'balances', label: t('trade.balances') },
        ]}
        mayNarrow={tab !== 'balances'}
        tools={
          tab === 'open' &&
          shown.length > 0 && (
            <Button kind="plain" size="small" onClick={() => setAsking(true)}>
              {t('trade.cancelAll')}
            </Button>
          )
        }
      >
        {tab === 'open' ? (
          <OpenOrdersTable {...{ symbol, onPick }} />
        ) : tab === 'history' ? (
          <OrderHistoryTable {...{ symbol, onPick }} />
        ) : tab === 'fills' ? (
          <FillsTable {...{ symbol, onPick, onReceipt }} />
        ) : (
          <BalancesTable />
        )}
      </ListsFrame>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('trade.cancelAllAsk', { count: shown.length })}
        confirm={t('trade.cancelAll')}
        cancel={t('trade.keepThem')}
        kind="danger"
        busy={cancel.busy('all')}
        onConfirm={() => void cancel.all(symbol).then(() => setAsking(false))}
      >
        {t('trade.cancelAllWhy')}
      </Confirm>
    </>
  );
}
