import { decimalAdd, decimalMultiply, formatAmount, formatMoney, trimZeros } from '@bourse/money';
import { Confirm, hiddenAmount, toast, useUi } from '@bourse/ui';
import { type ReactNode, useState } from 'react';
import { lastValue, useInstruments } from '../../../data/index.ts';
import { t as say, useT } from '../../../i18n/index.ts';
import { actAndSay } from './act.ts';
import { useProfitSum } from './cells.tsx';
import type { Position } from './positions.ts';

type Many = { positions: readonly Position[]; onClose: () => void };

/** The cost of closing all at the taker rate and the current mark. */
function useCost(positions: readonly Position[], times: 1 | 2) {
  const { locale, amountsHidden } = useUi();
  const instruments = lastValue(useInstruments());
  const profit = useProfitSum(positions);
  const fee = positions.reduce((sum, position) => {
    const rate = instruments?.find((each) => each.symbol === position.symbol)?.takerFee ?? '0';
    return decimalAdd(sum, decimalMultiply(decimalMultiply(position.value, rate), String(times)));
  }, '0');
  const shown = (value: string, sign?: 'always') =>
    amountsHidden ? hiddenAmount : formatMoney(value, { locale, decimals: 2, ...(sign ? { sign } : {}) });
  return { profit: shown(profit, 'always'), fee: shown(fee), asset: positions[0]?.asset ?? '' };
}

type SweepProps = {
  title: string;
  confirm: string;
  cancel: string;
  run: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
};

/** States the cost, asks once, and stays open until the answer arrives. */
function Sweep({ run, onClose, ...words }: SweepProps) {
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    await run();
    setBusy(false);
    onClose();
  };
  return <Confirm open kind="danger" {...words} {...{ busy, onClose }} onConfirm={() => void go()} />;
}

export function CloseAll({ positions, onClose }: Many) {
  const t = useT();
  const cost = useCost(positions, 1);
  const run = () =>
    actAndSay('PUT pay/order-contract/close-one-click', {}, ({ items }) => {
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
  return (
    <Sweep
      {...{ run, onClose }}
      title={t('leverage.closeAllTitle', { count: positions.length })}
      confirm={t('leverage.closeAllGo')}
      cancel={t('leverage.keepPositions')}
    >
      {t('leverage.closeAllWhy', cost)}
    </Sweep>
  );
}

export function ReverseAll({ positions, onClose }: Many) {
  const t = useT();
  const cost = useCost(positions, 2);
  const run = () =>
    actAndSay('GET pay/order-contract/reverse-all', {}, (data) => say('leverage.reversed', { count: data.positions.length }));
  return (
    <Sweep
      {...{ run, onClose }}
      title={t('leverage.reverseAllTitle', { count: positions.length })}
      confirm={t('leverage.reverseAll')}
      cancel={t('leverage.keepPositions')}
    >
      {t('leverage.reverseAllWhy', cost)}
    </Sweep>
  );
}

export function ReverseOne({ position, onClose }: { position: Position; onClose: () => void }) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const [one] = useState([position]);
  const { profit, fee } = useCost(one, 2);
  const base = lastValue(useInstruments())?.find((each) => each.symbol === position.symbol)?.base ?? '';
  const run = () =>
    actAndSay('GET pay/order-contract/reverse', { id: position.id }, (data) => say('leverage.reversed', { count: data.positions.length }));
  return (
    <Sweep
      {...{ run, onClose }}
      title={t('leverage.reverseTitle', { symbol: position.symbol })}
      confirm={t('leverage.reverseGo')}
      cancel={t('leverage.keepPosition')}
    >
      {t('leverage.reverseWhy', {
        quantity: amountsHidden ? hiddenAmount : formatAmount(trimZeros(position.quantity), { locale }),
        asset: base,
        direction: position.direction,
        profit,
        fee,
        quote: position.asset,
      })}
    </Sweep>
  );
}
