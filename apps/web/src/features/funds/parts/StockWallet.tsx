import { roundHolding, roundMoney } from '@bourse/money';
import { Amount, EmptyState, Row } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { lastValue, useRead } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Unread } from '../../../shell/Unread.tsx';
import { useFigures } from '../../history/figures.ts';
import { DirectionChip } from '../../history/parts/DirectionChip.tsx';
import styles from './Inside.module.css';

/** Open stock positions, paid in full or on margin. Each links to its page. */
export function StockWallet() {
  const t = useT();
  const figures = useFigures();
  const remote = useRead('GET pay/order-stock/page', { view: 'positions', pageSize: 20 }, { needsSession: true, staleMs: 5_000 });
  const page = lastValue(remote)?.positions;
  if (!page) return <Unread remote={remote} compact rows={2} />;
  return (
    <>
      {page.list.length === 0 ? (
        <EmptyState compact title={t('funds.noStocks')}>
          {t('funds.noStocksText')}
        </EmptyState>
      ) : (
        <ul className={styles.rows}>
          {page.list.map((position) => (
            <Row
              key={position.id}
              title={
                <>
                  {position.symbol}
                  {(position.direction === 2 || position.lever > 1) && (
                    <DirectionChip direction={position.direction} leverage={position.lever} />
                  )}
                </>
              }
              under={`${figures.quantity(position.quantity)} ${t('funds.sharesUnit')}`}
              end={<Amount value={roundHolding(position.value)} decimals={2} unit={position.asset} fraction="plain" />}
              endUnder={<Amount value={roundMoney(position.plAmount)} decimals={2} tone="direction" fraction="plain" />}
              goes
              as={(content, className) => (
                <Link to="/order/detail/$id" params={{ id: position.id }} search={{ kind: 'stockPosition' }} className={className}>
                  {content}
                </Link>
              )}
            />
          ))}
        </ul>
      )}
      <p className={styles.links}>
        <Link to="/funds/stock_history" className={styles.link}>
          {t('history.stockTitle')}
        </Link>
        <Link to="/funds/transfer" search={{ from: '3' }} className={styles.link}>
          {t('own.transfer')}
        </Link>
      </p>
    </>
  );
}
