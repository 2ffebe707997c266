import { decimalAdd, decimalCompare, decimalNegate, decimalSubtract, formatAmount, formatMoney, trimZeros } from '@bourse/money';
import { PositionDirection } from '@bourse/protocol/enums';
import { Amount, Button, Facts, NumberField, Sheet, useUi } from '@bourse/ui';
import { useState } from 'react';
import { lastValue, useContractWallet, useInstrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { liquidationAfter, marginToTake } from '../leverage/sizing.ts';
import { isPositive } from '../ticket/arithmetic.ts';
import { act } from './act.ts';
import { PriceText } from './cells.tsx';
import styles from './Positions.module.css';
import type { Position } from './positions.ts';
import { useSheetAct } from './useSheetAct.ts';

type Props = { position: Position; direction: 'add' | 'take'; onClose: () => void };

/** Changes the margin of an isolated position: more moves its liquidation price away, less brings it nearer. */
export function MarginSheet(props: Props) {
  const t = useT();
  return (
    <Sheet open onClose={props.onClose} title={t('leverage.marginTitle', { direction: props.direction, symbol: props.position.symbol })}>
      <Inside {...props} />
    </Sheet>
  );
}

function Inside({ position, direction, onClose }: Props) {
  const t = useT();
  const { locale } = useUi();
  const { asset } = position;
  const free = lastValue(useContractWallet())?.available;
  const [amount, setAmount] = useState('');
  const { busy, refused, run, clear } = useSheetAct(onClose);
  const then = isPositive(amount) ? (direction === 'add' ? decimalAdd : decimalSubtract)(position.earnestMoney, amount) : null;
  const most = direction === 'add' ? free : marginToTake(position);
  const tooMuch = isPositive(amount) && most !== undefined && decimalCompare(amount, most) > 0;
  const instrument = useInstrument(position.symbol);
  const moved = direction === 'add' ? amount : decimalNegate(amount);
  const liquidation =
    isPositive(amount) && position.liquidationPrice !== null && instrument
      ? liquidationAfter(
          position.liquidationPrice,
          moved,
          position.quantity,
          position.direction === PositionDirection.long,
          instrument.tick,
        )
      : undefined;
  const mostText = most === undefined ? undefined : t('leverage.marginMost', { amount: formatAmount(trimZeros(most), { locale }), asset });
  const send = () => {
    return act('POST pay/order-contract/margin', { id: position.id, direction, amount }, ({ margin }) =>
      t('leverage.marginDone', { margin: formatMoney(margin, { locale, decimals: 2 }), asset }),
    );
  };
  return (
    <form
      className={styles.column}
      onSubmit={(event) => {
        event.preventDefault();
        if (isPositive(amount) && !tooMuch) void run(send);
      }}
    >
      <p className={styles.note}>{t(direction === 'add' ? 'leverage.marginAddWhy' : 'leverage.marginTakeWhy')}</p>
      <NumberField
        name="amount"
        data-autofocus
        label={t('trade.amountIn', { asset })}
        value={amount}
        onChange={(text) => {
          setAmount(text);
          clear();
        }}
        decimals={6}
        asset={asset}
        error={refused?.message ?? (tooMuch ? mostText : undefined)}
        hint={mostText}
      />
      <Facts
        facts={[
          ...(direction === 'add' && free !== undefined
            ? [
                {
                  key: 'free',
                  name: t('leverage.free'),
                  value: <Amount most value={trimZeros(free)} decimals={2} unit={asset} fraction="plain" />,
                },
              ]
            : []),
          {
            key: 'now',
            name: t('leverage.marginNow'),
            value: <Amount value={position.earnestMoney} decimals={2} unit={asset} fraction="plain" />,
          },
          {
            key: 'then',
            name: t('leverage.marginThen'),
            value: then === null ? '–' : <Amount value={then} decimals={2} unit={asset} fraction="plain" />,
          },
          {
            key: 'liquidation',
            name: t('leverage.liquidation'),
            value: (
              <>
                <PriceText symbol={position.symbol} value={position.liquidationPrice} />
                {liquidation !== undefined && (
                  <>
                    {' → '}
                    {liquidation === null ? t('leverage.liquidationNone') : <PriceText symbol={position.symbol} value={liquidation} />}
                  </>
                )}
              </>
            ),
          },
        ]}
      />
      <Button type="submit" wide size="large" busy={busy} disabled={!isPositive(amount) || tooMuch}>
        {isPositive(amount)
          ? t('leverage.marginGo', { direction, amount: formatAmount(amount, { locale }), asset })
          : t('leverage.marginGoEmpty', { direction })}
      </Button>
    </form>
  );
}
