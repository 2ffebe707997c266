import { decimalAdd, decimalMultiply, formatAmount, trimZeros } from '@bourse/money';
import { Confirm, hiddenAmount, toast, useUi } from '@bourse/ui';
import { useState } from 'react';
import { lastValue, useInstruments } from '../../../data/index.ts';
import { t as say, useT } from '../../../i18n/index.ts';
import { actAndSay } from './act.ts';
import { useProfitSum } from './cells.tsx';
import type { Position } from './positions.ts';

type Many = { positions: readonly Position[]; onClose: () => void };

/** What taking all of them once would cost at the taker rate, at the mark of now. */
function useCost(positions: readonly Position[], times: 1 | 2) {
  const { locale, amountsHidden } = useUi();
  const instruments = lastValue(useInstruments());
  const profit = useProfitSum(positions);
  const fee = positions.reduce((sum, position) => {
    const rate = instruments?.find((each) => each.symbol === position.symbol)?.takerFee ?? '0';
    return decimalAdd(sum, decimalMultiply(decimalMultiply(position.value, rate), String(times)));
  }, '0');
  const shown = (value: string, sign?: 'always') =>
    amountsHidden ? hiddenAmount : formatAmount(value, { locale, decimals: 2, ...(sign ? { sign } : {}) });
  return { profit: shown(profit, 'always'), fee: shown(fee), asset: positions[0]?.asset ?? '' };
}

export function CloseAll({ positions, onClose }: Many) {
  const t = useT();
  const cost = useCost(positions, 1);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await actAndSay('PUT pay/order-contract/close-one-click', {}, ({ items }) => {
      const left = items.filter((item) => !item.ok);
      if (left.length === 0) return say('leverage.closeAllDone', { count: items.length });
      toast(
        'warning',
        say('leverage.closeAllPartly', { done: items.length - left.length, left: left.length, reason: left[0]?.refusal?.msg ?? '' }),
        {
          closesAfterMs: 0,
        },
      );
      return say('leverage.closeAllDone', { count: items.length - left.length });
    });
    setBusy(false);
    onClose();
  };
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('leverage.closeAllTitle', { count: positions.length })}
      confirm={t('leverage.closeAllGo')}
      cancel={t('leverage.keepPositions')}
      kind="danger"
      busy={busy}
      onConfirm={() => void run()}
    >
      {t('leverage.closeAllWhy', cost)}
    </Confirm>
  );
}

export function ReverseAll({ positions, onClose }: Many) {
  const t = useT();
  const cost = useCost(positions, 2);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await actAndSay('GET pay/order-contract/reverse-all', {}, (data) => say('leverage.reversed', { count: data.positions.length }));
    setBusy(false);
    onClose();
  };
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('leverage.reverseAllTitle', { count: positions.length })}
      confirm={t('leverage.reverseAll')}
      cancel={t('leverage.keepPositions')}
      kind="danger"
      busy={busy}
      onConfirm={() => void run()}
    >
      {t('leverage.reverseAllWhy', cost)}
    </Confirm>
  );
}

export function ReverseOne({ position, onClose }: { position: Position; onClose: () => void }) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const [one] = useState([position]);
  const { profit, fee } = useCost(one, 2);
  const base = lastValue(useInstruments())?.find((each) => each.symbol === position.symbol)?.base ?? '';
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await actAndSay('GET pay/order-contract/reverse', { id: position.id }, (data) =>
      say('leverage.reversed', { count: data.positions.length }),
    );
    setBusy(false);
    onClose();
  };
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('leverage.reverseTitle', { symbol: position.symbol })}
      confirm={t('leverage.reverseGo')}
      cancel={t('leverage.keepPosition')}
      kind="danger"
      busy={busy}
      onConfirm={() => void run()}
    >
      {t('leverage.reverseWhy', {
        quantity: amountsHidden ? hiddenAmount : formatAmount(trimZeros(position.quantity), { locale }),
        asset: base,
        direction: position.direction,
        profit,
        fee,
        quote: position.asset,
      })}
    </Confirm>
  );
}
