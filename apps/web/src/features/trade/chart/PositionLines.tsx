import { decimalDivide, decimalMultiply, formatAmount, plotNumber, trimZeros } from '@bourse/money';
import { InstrumentKind } from '@bourse/protocol/enums';
import { Amount, cx, hiddenAmount, useUi } from '@bourse/ui';
import { useState } from 'react';
import { lastValue, useTimedPage } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { resultOf } from '../leverage/sizing.ts';
import { said } from '../positions/act.ts';
import { Profit } from '../positions/cells.tsx';
import { useRevoke } from '../positions/orders.ts';
import { isLongPosition, type Position, type PositionKind, useOpenPositions, usePositionPage } from '../positions/positions.ts';
import { setStops } from '../positions/stops.ts';
import { floorToStep } from '../ticket/arithmetic.ts';
import { TimedState } from '../timed/TimedRunning.tsx';
import { isRunning } from '../timed/timed.ts';
import styles from './ChartLines.module.css';
import { type ChartLine, ChartLines } from './ChartLines.tsx';
import type { ChartHandle } from './engine.ts';
import type { LinesProps } from './OrderTags.tsx';
import { sideLabel } from './sideLabel.tsx';
import { useAmendLine } from './useAmendLine.ts';

type Stop = 'takeProfit' | 'stopLoss';

/** Distances of a proposed stop from the mark, the farthest first. */
const waysBps = [200, 100, 50, 25, 10];

/** Where a proposed stop starts: on its own side, two percent from the mark, or nearer if the chart does not show that far. */
function proposed(chart: ChartHandle, position: Position, stop: Stop, tick: string): string {
  const above = (stop === 'takeProfit') === isLongPosition(position);
  const from = position.markPrice ?? position.endPrice;
  const prices = waysBps.map((way) =>
    floorToStep(decimalDivide(decimalMultiply(from, String(above ? 10_000 + way : 10_000 - way)), '10000', 18), tick),
  );
  return prices.find((price) => chart.place(plotNumber(price))) ?? prices[0]!;
}

/**
 * Lines of positions, liquidation prices, stops, resting orders and running timed contracts. Stops can be dragged, or moved by keyboard.
 */
export function PositionLines({ own = [], ...place }: LinesProps) {
  const { chart, instrument } = place;
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const kind = instrument.kind as PositionKind;
  const { symbol, tick } = instrument;
  const positions = useOpenPositions(kind, symbol);
  const orders = lastValue(usePositionPage(kind, 'orders'))?.orders?.list ?? [];
  const contract = kind === InstrumentKind.contract;
  const timed = lastValue(useTimedPage('all', 30))?.list ?? [];
  const revoke = useRevoke();
  const amendable = useAmendLine(instrument);
  const [draft, setDraft] = useState<{ id: string; stop: Stop; price: string } | null>(null);
  const figure = (value: string) => (amountsHidden ? hiddenAmount : formatAmount(trimZeros(value), { locale }));
  const hint = (name: string) => (price: string) => t('leverage.moveLine', { name, price });

  const stopLine = (position: Position, stop: Stop): ChartLine[] => {
    const set = position[stop];
    const open = draft?.id === position.id && draft.stop === stop ? draft : null;
    const price = set ?? open?.price;
    if (price === undefined) return [];
    const put = async (at: string | null) => {
      setDraft(null);
      // A refused proposal stays a proposal.
      if (!said(await setStops(position, { [stop]: at })) && open && at !== null) setDraft({ ...open, price: at });
    };
    const name = t(stop === 'takeProfit' ? 'leverage.lineTakeProfit' : 'leverage.lineStopLoss', { quantity: figure(position.quantity) });
    return [
      {
        id: `${position.id} ${stop}`,
        price,
        tone: 'yours',
        dashed: true,
        pinned: true,
        name,
        label: (at) => (
          <>
            {name}{' '}
            <Amount
              value={resultOf(position.quantity, position.endPrice, at, isLongPosition(position))}
              decimals={2}
              tone="direction"
              fraction="plain"
            />
          </>
        ),
        move: {
          hint: hint(name),
          set: (at) => void put(at),
        },
        ...(set === null
          ? {
              confirm: {
                label: () => `${t('leverage.stopsSave')}: ${name}`,
                run: (at) => void put(at),
              },
            }
          : {}),
        cancel: {
          label: t('leverage.removeLine', { name }),
          busy: false,
          run: () => (set === null ? setDraft(null) : void put(null)),
        },
      },
    ];
  };

  const positionLines = positions.flatMap((position): ChartLine[] => {
    const name = t('leverage.lineEntry', { direction: position.direction, quantity: figure(position.quantity) });
    const add = (stop: Stop, text: string) =>
      position[stop] === null &&
      !(draft?.id === position.id && draft.stop === stop) && (
        <button
          type="button"
          className={cx(styles.button, styles.add)}
          onClick={() => setDraft({ id: position.id, stop, price: proposed(chart, position, stop, tick) })}
        >
          + {text}
        </button>
      );
    const liquidation = t('leverage.lineLiquidation', { quantity: figure(position.quantity) });
    return [
      {
        id: `${position.id} entry`,
        price: position.endPrice,
        tone: 'yours',
        dashed: false,
        name,
        label: () => (
          <>
            {name} <Profit position={position} />
          </>
        ),
        extra: (
          <>
            {add('takeProfit', t('leverage.takeProfit'))}
            {add('stopLoss', t('leverage.stopLoss'))}
          </>
        ),
      },
      ...(position.liquidationPrice === null
        ? []
        : [
            {
              id: `${position.id} liquidation`,
              price: position.liquidationPrice,
              tone: 'warn' as const,
              dashed: true,
              pinned: true,
              name: liquidation,
              label: () => liquidation,
            },
          ]),
      ...stopLine(position, 'takeProfit'),
      ...stopLine(position, 'stopLoss'),
    ];
  });

  // The stops of a whole position already have lines of their own.
  const orderLines = orders
    .filter((order) => order.symbol === symbol && order.quantity !== null)
    .flatMap((order): ChartLine[] => {
      const price = order.triggerPrice ?? order.price;
      if (price === null) return [];
      const what = t('leverage.directionAction', { action: order.action, direction: order.direction });
      const name = t('trade.ownOrder', {
        side: order.triggerPrice === null ? what : t(`trade.type${order.priceType}`),
        quantity: figure(order.quantity!),
      });
      const buying = (order.action === 1) === (order.direction === 1);
      return [
        {
          id: order.id,
          price,
          tone: 'yours',
          dashed: order.triggerPrice !== null,
          name,
          label: () => sideLabel(buying, name),
          ...(order.triggerPrice === null ? amendable(order, name) : {}),
          cancel: { label: `${t('trade.cancelOwn')}: ${name}`, busy: revoke.busy(order.id), run: () => void revoke.one(order) },
        },
      ];
    });

  const timedLines = !contract
    ? []
    : timed
        .filter((order) => order.symbol === symbol && isRunning(order.status))
        .flatMap((order): ChartLine[] => {
          if (order.startPrice === null) return [];
          const up = order.direction === 1;
          const name = t('leverage.lineTimed', { direction: order.direction, stake: figure(order.stake) });
          return [
            {
              id: `timed ${order.id}`,
              price: order.startPrice,
              tone: up ? 'up' : 'down',
              dashed: false,
              name,
              label: () => (
                <>
                  <span className={up ? 'up' : 'down'}>
                    <span aria-hidden>{up ? '▲' : '▼'}</span> {name}
                  </span>{' '}
                  <TimedState order={order} />
                </>
              ),
            },
          ];
        });
  return <ChartLines {...place} lines={[...own, ...positionLines, ...orderLines, ...timedLines]} />;
}
