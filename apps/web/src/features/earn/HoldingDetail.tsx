import { decimalCompare, decimalSign } from '@bourse/money';
import type { EarnHolding, EarnProduct } from '@bourse/protocol';
import { Amount, Chip, ErrorState, type Fact, Facts, List, Row, SkeletonRows, Switch } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { type CallOutput, lastValue, useOfflineSince, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import styles from '../deals/Detail.module.css';
import { useScale } from '../deals/useScale.ts';
import { neat } from '../funds/model/figures.ts';
import { searchOf } from '../receipt/address.ts';
import { ReceiptMark } from '../receipt/ReceiptMark.tsx';
import { interestOf } from './model/earn.ts';
import { TakeOut } from './parts/TakeOut.tsx';
import { Timeline } from './parts/Timeline.tsx';
import { useHolding } from './reads.ts';
import { useRenew } from './useHoldingActs.ts';
import { nameOf, useFigures } from './words.ts';

type Props = { id: string; products: readonly EarnProduct[]; onOpen: (id: string) => void };

/** One holding: where its money is, what it brought, and what can be done with it. */
export function HoldingDetail({ id, products, onOpen }: Props) {
  const t = useT();
  const remote = useHolding(id);
  const value = lastValue(remote);
  if (value === undefined)
    return remote.state === 'failed' || remote.state === 'idle' ? (
      <ErrorState compact title={t('earn.holdingMissing')} {...(remote.state === 'failed' ? { onRetry: remote.retry } : {})}>
        {remote.state === 'failed' ? remote.error.message : t('earn.holdingMissingText')}
      </ErrorState>
    ) : (
      <SkeletonRows rows={6} />
    );
  const { holding, payments } = value;
  return (
    <div className={styles.detail}>
      <Head {...{ holding }} product={products.find((one) => one.id === holding.productId)} />
      {holding.state === 'earning' && holding.days > 0 && <Renew {...{ holding }} />}
      {/* It stays when the holding has ended: it says what came of taking it out. */}
      <TakeOut {...{ holding }} />
      <Timeline {...{ holding, onOpen }} />
      <Payments {...{ holding, payments }} />
    </div>
  );
}

function Head({ holding, product }: { holding: EarnHolding; product: EarnProduct | undefined }) {
  const t = useT();
  const { percent } = useFigures();
  const { state, asset, days, rate, principal, deposited, earned, paid } = holding;
  const scale = useScale(asset, principal);
  const earning = state === 'earning';
  const amount = earning ? principal : deposited;
  const money = (value: string) => <Amount value={value} decimals={neat(value)} fraction="plain" unit={asset} />;
  const rates: Fact[] =
    days > 0 || product === undefined || !earning
      ? [{ key: 'rate', name: t('earn.rateName'), value: <bdi>{percent(rate)}</bdi> }]
      : [
          { key: 'today', name: t('earn.rateToday'), value: <bdi>{percent(product.todayRate)}</bdi> },
          { key: 'next', name: t('earn.rateTomorrow'), value: <bdi>{percent(product.nextRate)}</bdi> },
        ];
  return (
    <section className={styles.head}>
      <p className={styles.name}>
        <bdi>{nameOf(t, holding)}</bdi>
        <Chip tone={earning ? 'ok' : 'plain'}>{t(earning ? 'earn.earning' : 'earn.ended')}</Chip>
      </p>
      <p className={styles.figure}>
        <Amount value={amount} decimals={neat(amount)} unit={asset} />
      </p>
      <Facts
        facts={[
          ...rates,
          ...(earning
            ? [
                ...(decimalCompare(deposited, principal) === 0
                  ? []
                  : [{ key: 'deposited', name: t('earn.deposited'), value: money(deposited) }]),
                { key: 'principal', name: t('earn.principal'), value: money(principal), why: t('earn.principalWhy') },
                ...(days > 0
                  ? [{ key: 'term', name: t('earn.brings'), value: money(interestOf({ amount: principal, rate, days }, scale)) }]
                  : []),
                { key: 'earned', name: t('earn.earnedSoFar'), strong: true, value: money(earned), why: t('earn.earnedWhy') },
              ]
            : []),
          ...(earning && decimalSign(paid) === 0 ? [] : [{ key: 'paid', name: t('earn.paid'), value: money(paid) }]),
        ]}
      />
    </section>
  );
}

function Renew({ holding }: { holding: EarnHolding }) {
  const t = useT();
  const offline = useOfflineSince() > 0;
  const renew = useRenew(holding.id, holding.renew);
  return (
    <div>
      <Switch checked={renew.on} disabled={renew.busy || offline} onChange={(next) => void renew.set(next)}>
        {t('earn.renew')}
      </Switch>
      <p className={styles.muted}>{t(renew.on ? 'earn.renewText' : 'earn.renewOff')}</p>
    </div>
  );
}

const causes = { extract: 'earn.cause_extract', redeem: 'earn.cause_redeem', maturity: 'earn.cause_maturity' } as const;
type Payment = CallOutput<'GET pay/foundation-order/get'>['payments'][number];

function Payments({ holding, payments }: { holding: EarnHolding; payments: readonly Payment[] }) {
  const t = useT();
  const zone = useTimeZone();
  const { days, asset, state } = holding;
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>{t('earn.payments')}</h3>
      {payments.length === 0 ? (
        <p className={styles.muted}>
          {t('earn.noPayments')}. {state === 'earning' && t(days > 0 ? 'earn.noPaymentsFixed' : 'earn.noPaymentsFlexible')}
        </p>
      ) : (
        <List label={t('earn.payments')} className={styles.card}>
          {payments.map(({ time, interest, cause, receipt }) => (
            <Row
              key={`${receipt.seq} ${receipt.index}`}
              start={
                <span className={styles.mark}>
                  <ReceiptMark size={18} />
                </span>
              }
              title={t(causes[cause])}
              under={formatTime(time, 'dateTime', zone)}
              end={<Amount value={interest} decimals={neat(interest)} unit={asset} sign="always" />}
              endUnder={t('earn.receipt')}
              goes
              as={(content, className) => (
                <Link to="/receipt" search={searchOf({ settlement: receipt })} className={className}>
                  {content}
                </Link>
              )}
            />
          ))}
        </List>
      )}
    </section>
  );
}
