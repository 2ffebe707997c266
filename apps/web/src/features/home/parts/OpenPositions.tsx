import { formatAmount, roundMoney, trimZeros } from '@bourse/money';
import { InstrumentKind } from '@bourse/protocol/enums';
import { Amount, hiddenAmount, List, Row, useUi } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useInstrument, useLookAt, useLookAtMarks } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { DirectionChip } from '../../history/parts/DirectionChip.tsx';
import { PriceText, ProfitSum } from '../../trade/positions/cells.tsx';
import { type Position, useLivePrice, useOpenPositions, worthAt } from '../../trade/positions/positions.ts';
import { stepDecimals } from '../../trade/ticket/arithmetic.ts';
import { distanceTo } from '../model/distance.ts';
import styles from './OpenOrders.module.css';
import { seeAllClass } from './seeAll.ts';

const maxShown = 4;

/** Open positions with the distance to their liquidation price. Hidden if there are none. */
export function OpenPositions() {
  const t = useT();
  const contracts = useOpenPositions(InstrumentKind.contract);
  const shares = useOpenPositions(InstrumentKind.stock);
  const all = [...contracts, ...shares];
  useLookAtMarks(contracts.map(({ symbol }) => symbol));
  useLookAt(shares.map(({ symbol }) => symbol));
  if (all.length === 0) return null;
  const [asset, ...others] = new Set(all.map((position) => position.asset));
  return (
    <List
      head={t('own.openPositions')}
      end={
        all.length > maxShown ? (
          <Link to={contracts.length > 0 ? '/funds/position_history' : '/funds/stock_history'} className={seeAllClass}>
            {t('own.allOrders', { count: all.length })}
          </Link>
        ) : (
          others.length === 0 && <ProfitSum positions={all} asset={asset} />
        )
      }
      label={t('own.openPositions')}
      className={styles.orders}
    >
      {all.slice(0, maxShown).map((position) => (
        <PositionRow key={`${position.kind} ${position.id}`} position={position} />
      ))}
    </List>
  );
}

/** Renders alone when its price moves. */
function PositionRow({ position }: { position: Position }) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const price = useLivePrice(position);
  const instrument = useInstrument(position.symbol);
  const { liquidationPrice } = position;
  return (
    <Row
      tall
      title={
        <>
          {position.symbol}
          <DirectionChip direction={position.direction} leverage={position.lever} />
        </>
      }
      under={t('own.atPrice', {
        quantity: amountsHidden ? hiddenAmount : formatAmount(trimZeros(position.quantity), { locale }),
        price: formatAmount(position.endPrice, { locale, decimals: instrument && stepDecimals(instrument.tick) }),
      })}
      end={
        price === null ? (
          '–'
        ) : (
          <Amount value={roundMoney(worthAt(position, price).plAmount)} decimals={2} tone="direction" fraction="plain" />
        )
      }
      endUnder={
        liquidationPrice === null ? undefined : (
          <>
            {t('own.liquidation')} <PriceText symbol={position.symbol} value={liquidationPrice} />
            {price !== null && (
              <span dir="ltr"> · {formatAmount(distanceTo(liquidationPrice, price), { locale, decimals: 1, sign: 'always' })}%</span>
            )}
          </>
        )
      }
      goes
      as={(content, className) => (
        <Link to="/order" search={{ symbol: position.symbol, kind: String(position.kind) }} className={className}>
          {content}
        </Link>
      )}
    />
  );
}
