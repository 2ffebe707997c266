import { decimalCompare, decimalSign } from '@bourse/money';
import type { Position, PositionOrder, Settlement } from '@bourse/protocol';
import { Amount, buttonClass, Chip, EmptyState, type Fact, Facts, Total } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useRead, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { reasonText } from '../../../i18n/sentences.ts';
import { neat } from '../../funds/model/figures.ts';
import { useFigures } from '../figures.ts';
import { DirectionChip } from '../parts/DirectionChip.tsx';
import { PositionOrderList } from '../parts/OrderList.tsx';
import { SettlementList } from '../parts/SettlementList.tsx';
import { resultOf } from '../result.ts';
import styles from './Detail.module.css';
import { DetailFrame } from './DetailFrame.tsx';

const options = { needsSession: true, staleMs: 2_000, everyMs: 10_000 };

export function ContractPositionDetail({ id }: { id: string }) {
  const remote = useRead('GET pay/order-contract/detail', { id }, options);
  return (
    <DetailFrame remote={remote} missing="history.positionMissing">
      {({ position, orders, settlements }) => position && <Body position={position} orders={orders} settlements={settlements} />}
    </DetailFrame>
  );
}
export function StockPositionDetail({ id }: { id: string }) {
  const remote = useRead('GET stock/order/detail', { id }, options);
  return (
    <DetailFrame remote={remote} missing="history.positionMissing">
      {(answer) => <Body {...answer} />}
    </DetailFrame>
  );
}

type BodyProps = { position: Position; orders: readonly PositionOrder[]; settlements: readonly Settlement[] };

/** A position from its first fill to its last: its value, its margin, and every settlement with its receipt. */
function Body({ position, orders, settlements }: BodyProps) {
  const t = useT();
  const zone = useTimeZone();
  const open = position.status === 1;
  return (
    <div className={styles.detail}>
      <section className={styles.top}>
        <p className={styles.what}>
          <Link to="/order" search={{ symbol: position.symbol, kind: String(position.kind) }} className={styles.symbol}>
            {position.symbol}
          </Link>
          <DirectionChip direction={position.direction} leverage={position.lever} />
          <Chip tone={open ? 'yours' : 'plain'}>{t(open ? 'history.statusOpen' : 'history.statusClosed')}</Chip>
        </p>
        <p className={styles.figure}>
          <Amount value={open ? position.plAmount : resultOf(position).sum} decimals={2} tone="direction" unit={position.asset} />
        </p>
        <p className={styles.under}>
          {open ? t('history.unrealisedAt') : t('history.realisedOf')} · {reasonText(position.reason)} ·{' '}
          {formatTime(position.updatedAt, 'full', zone)}
        </p>
        <p className={styles.actions}>
          <Link
            to="/contractTrade/contractSharing"
            search={{ id: position.id, kind: String(position.kind) }}
            className={buttonClass({ kind: 'quiet' })}
          >
            {t('share.title')}
          </Link>
          {position.kind === 2 && (
            <Link to="/risk" search={{ symbol: position.symbol }} className={buttonClass({ kind: 'quiet' })}>
              {t('risk.title')}
            </Link>
          )}
        </p>
      </section>
      <div className={styles.columns}>
        <section className={styles.box}>
          <h2>{t('history.positionFacts')}</h2>
          <Facts facts={useHeld(position)} />
          <Result position={position} />
        </section>
        <div>
          <h2 className={styles.heading}>{t('history.settlements')}</h2>
          {settlements.length === 0 ? (
            <EmptyState compact title={t('history.noSettlements')}>
              {t('history.noSettlementsText')}
            </EmptyState>
          ) : (
            <SettlementList list={settlements} symbols={false} />
          )}
          {orders.length > 0 && (
            <>
              <h2 className={styles.heading}>{t('history.orders')}</h2>
              <PositionOrderList list={orders} />
            </>
          )}
        </div>
      </div>
    </div>
  );
}

function useHeld(position: Position): Fact[] {
  const t = useT();
  const zone = useTimeZone();
  const figures = useFigures();
  const open = position.status === 1;
  const quantity = open ? position.quantity : position.closedQuantity;
  const price = (key: string, name: string, value: string | null, why?: string): Fact[] =>
    value === null ? [] : [{ key, name, value: figures.price(value), ...(why ? { why } : {}) }];
  const money = (value: string) => <Amount value={value} decimals={2} unit={position.asset} fraction="plain" />;
  return [
    {
      key: 'quantity',
      name: t(open ? 'history.quantity' : 'history.closedQuantity'),
      value: figures.quantity(quantity),
    },
    ...price('entry', t('history.entryPrice'), position.endPrice),
    ...(open ? price('mark', t('history.markPrice'), position.markPrice) : []),
    ...price('close', t('history.closePrice'), position.closePrice),
    ...(open
      ? [
          { key: 'value', name: t('history.value'), value: money(position.value) },
          {
            key: 'margin',
            name: t('history.margin'),
            value: money(position.earnestMoney),
            ...(position.kind === 2 ? { why: t(position.marginMode === 1 ? 'history.modeFull' : 'history.modeSegmented') } : {}),
          },
          ...(decimalSign(position.loan) > 0 ? [{ key: 'loan', name: t('history.loan'), value: money(position.loan) }] : []),
          ...price('liquidation', t('history.liquidationPrice'), position.liquidationPrice, t('history.liquidationWhy')),
          ...(position.marginRatio === null
            ? []
            : [
                {
                  key: 'ratio',
                  name: t('funds.marginRatio'),
                  value: (
                    <span dir="ltr" className={decimalCompare(position.marginRatio, '80') >= 0 ? styles.alarm : undefined}>
                      {figures.percent(position.marginRatio)}
                    </span>
                  ),
                },
              ]),
          ...price('takeProfit', t('history.takeProfit'), position.takeProfit),
          ...price('stopLoss', t('history.stopLoss'), position.stopLoss),
          ...(position.nextFunding === null || position.fundingDue === null
            ? []
            : [
                {
                  key: 'due',
                  name: t('history.nextFunding'),
                  value: <Amount value={position.fundingDue} decimals={4} tone="direction" unit={position.asset} fraction="plain" />,
                  why: t('history.nextFundingWhy', { time: formatTime(position.nextFunding, 'time', zone) }),
                },
              ]),
        ]
      : []),
    { key: 'opened', name: t('history.openedAt'), value: formatTime(position.openedAt, 'dateTime', zone) },
    { key: 'id', name: t('history.positionNo'), value: <bdi>{position.id}</bdi> },
  ];
}

/** Price result, fees and funding, added up to the position's result so far, with the double rule under the sum. */
function Result({ position }: { position: Position }) {
  const t = useT();
  const { price, fees, funding, sum } = resultOf(position);
  // A column that is added up uses one number of decimals.
  const decimals = Math.max(...[price, fees, funding, sum].map(neat));
  const money = (value: string) => <Amount value={value} decimals={decimals} tone="direction" fraction="plain" />;
  return (
    <div className={styles.sums}>
      <Facts
        facts={[
          { key: 'price', name: t('history.priceResult'), value: money(price) },
          { key: 'fees', name: t('history.fees'), value: money(fees) },
          { key: 'funding', name: t(position.kind === 3 ? 'history.charges' : 'history.funding'), value: money(funding) },
        ]}
      />
      <p className={styles.sum}>
        <span>{t('history.realisedSum')}</span>
        <Total>
          <Amount value={sum} decimals={decimals} tone="direction" unit={position.asset} fraction="plain" />
        </Total>
      </p>
    </div>
  );
}
