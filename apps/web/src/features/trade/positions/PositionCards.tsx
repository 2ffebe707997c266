import { formatAmount } from '@bourse/money';
import { InstrumentKind } from '@bourse/protocol/enums';
import { Button, EmptyState, SkeletonRows, useUi } from '@bourse/ui';
import { useLookAt, useLookAtMarks } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { SymbolName } from '../instrument/SymbolName.tsx';
import { FailedRead, hasFailed } from '../lists/FailedRead.tsx';
import { LivePrice, Money, PriceText, Profit, Quantity, Side } from './cells.tsx';
import { PositionMenu } from './PositionMenu.tsx';
import styles from './Positions.module.css';
import { type Position, type PositionKind, useOpenPositions, usePositionPage } from './positions.ts';
import { type PositionAct, usePositionSheets } from './usePositionSheets.tsx';

/** Positions on a phone: a large profit, the main figures, and the actions within reach of the thumb. */
export function PositionCards({ kind, symbol }: { kind: PositionKind; symbol: string }) {
  const t = useT();
  const remote = usePositionPage(kind, 'positions');
  const positions = useOpenPositions(kind);
  const { act, sweep, sheets } = usePositionSheets(kind);
  const symbols = [...new Set(positions.map((position) => position.symbol))];
  useLookAtMarks(kind === InstrumentKind.contract ? symbols : []);
  useLookAt(kind === InstrumentKind.stock ? symbols : []);
  if (hasFailed(remote)) return <FailedRead remote={remote} />;
  if (remote.state === 'loading' || remote.state === 'idle') return <SkeletonRows rows={2} height={120} />;
  if (positions.length === 0)
    return (
      <EmptyState compact title={t('leverage.noPositions')}>
        {t('leverage.noPositionsWhy')}
      </EmptyState>
    );
  // Positions in the current instrument come first.
  const sorted = [...positions].sort((a, b) => Number(b.symbol === symbol) - Number(a.symbol === symbol));
  return (
    <>
      <ul>
        {sorted.map((position) => (
          <PositionCard key={position.id} position={position} onAct={act} />
        ))}
      </ul>
      {kind === InstrumentKind.contract && positions.length > 1 && (
        <div className={styles.allActions}>
          <Button kind="plain" onClick={() => sweep('reverseAll')}>
            {t('leverage.reverseAll')}
          </Button>
          <Button kind="plain" onClick={() => sweep('closeAll')}>
            {t('leverage.closeAll')}
          </Button>
        </div>
      )}
      {sheets}
    </>
  );
}

function PositionCard({ position, onAct }: { position: Position; onAct: (what: PositionAct, position: Position) => void }) {
  const t = useT();
  const { locale } = useUi();
  const contract = position.kind === InstrumentKind.contract;
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <span>
          <span className={styles.cardName}>
            <SymbolName symbol={position.symbol} />
          </span>
          <span className={styles.cardUnder}>
            <Side position={position} />
          </span>
        </span>
        <Profit stacked position={position} />
      </div>
      <dl className={styles.figures}>
        <div>
          <dt>{t('leverage.size')}</dt>
          <dd>
            <Quantity unit symbol={position.symbol} value={position.quantity} />
          </dd>
        </div>
        <div>
          <dt>{t('leverage.entryPrice')}</dt>
          <dd>
            <PriceText symbol={position.symbol} value={position.endPrice} />
          </dd>
        </div>
        <div>
          <dt>{t(contract ? 'leverage.mark' : 'trade.index')}</dt>
          <dd>
            <LivePrice position={position} />
          </dd>
        </div>
        <div>
          <dt>{t('leverage.margin')}</dt>
          <dd>
            <Money value={position.earnestMoney} />
          </dd>
        </div>
        <div>
          <dt>{t('leverage.marginRatio')}</dt>
          <dd>{position.marginRatio === null ? '–' : `${formatAmount(position.marginRatio, { locale, decimals: 1 })}%`}</dd>
        </div>
        <div>
          <dt>{t('leverage.liquidationShort')}</dt>
          <dd>
            <PriceText symbol={position.symbol} value={position.liquidationPrice} />
          </dd>
        </div>
      </dl>
      <div className={styles.cardActions}>
        <Button kind="outline" onClick={() => onAct('stops', position)}>
          {position.takeProfit === null && position.stopLoss === null ? (
            t('leverage.stopsShort')
          ) : (
            <>
              <PriceText symbol={position.symbol} value={position.takeProfit} short /> /{' '}
              <PriceText symbol={position.symbol} value={position.stopLoss} short />
            </>
          )}
        </Button>
        <Button kind="outline" onClick={() => onAct('close', position)}>
          {t('leverage.closeOne')}
        </Button>
        <PositionMenu position={position} onAct={onAct} />
      </div>
    </li>
  );
}
