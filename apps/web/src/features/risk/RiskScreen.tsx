import { decimalDivide, decimalMultiply, decimalSign, trimZeros } from '@bourse/money';
import { InstrumentKind } from '@bourse/protocol/enums';
import { Age, buttonClass, Change, EmptyState, ErrorState, Price, Select, SkeletonRows } from '@bourse/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type CallOutput, type Instrument, lastValue, useInstruments, useNow, useRisk, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { FeedChip, sourceName } from '../../shell/labels.tsx';
import { ScreenHead } from '../../shell/ScreenHead.tsx';
import { Unread } from '../../shell/Unread.tsx';
import { neat } from '../funds/model/figures.ts';
import { Forced } from './parts/Forced.tsx';
import { Funding } from './parts/Funding.tsx';
import { OtherSide } from './parts/OtherSide.tsx';
import { Tiers } from './parts/Tiers.tsx';
import { TimedHouse } from './parts/TimedHouse.tsx';
import styles from './RiskScreen.module.css';

export type Risk = CallOutput<'GET pay/order-contract/risk'>;
const lateMs = 10_000;

/** The public risk of a contract: its two sides, the funds that back it, and its recent liquidations. */
export function RiskScreen() {
  const t = useT();
  const navigate = useNavigate();
  const wanted = (useSearch({ strict: false }) as { symbol?: string }).symbol;
  const instruments = useInstruments();
  const contracts = lastValue(instruments)?.filter((one) => one.kind === InstrumentKind.contract) ?? [];
  const chosen = contracts.find((one) => one.symbol === wanted) ?? contracts[0];
  return (
    <div className={styles.page}>
      <ScreenHead title={t('risk.title')} fallback="/order">
        {chosen && (
          <Select
            label={t('risk.choose')}
            value={chosen.symbol}
            onChange={(symbol) => void navigate({ to: '/risk', search: { symbol }, replace: true })}
            options={contracts.map((one) => ({ value: one.symbol, label: one.symbol }))}
            className={styles.select}
          />
        )}
      </ScreenHead>
      {chosen ? (
        <Contract key={chosen.symbol} symbol={chosen.symbol} feed={chosen.source.feed} />
      ) : instruments.state === 'failed' ? (
        <ErrorState title={t('common.loadFailed')} onRetry={instruments.retry}>
          {instruments.error.message}
        </ErrorState>
      ) : instruments.state === 'ready' ? (
        <EmptyState title={t('risk.noContracts')}>{t('risk.noContractsText')}</EmptyState>
      ) : (
        <SkeletonRows rows={8} />
      )}
    </div>
  );
}

type Feed = Instrument['source']['feed'];

function Contract({ symbol, feed }: { symbol: string; feed: Feed }) {
  const t = useT();
  const remote = useRisk(symbol);
  const risk = lastValue(remote);
  if (!risk) return <Unread remote={remote} rows={8} />;
  return (
    <>
      <Prices risk={risk} feed={feed} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <OtherSide risk={risk} />
          <Tiers symbol={symbol} />
          <Forced risk={risk} />
        </div>
        <div className={styles.column}>
          <Funding risk={risk} />
          <TimedHouse risk={risk} />
        </div>
      </div>
      <p className={styles.rules}>{t('risk.rules')}</p>
      <p className={styles.actions}>
        <Link to="/order" search={{ symbol, kind: '2' }} className={buttonClass({ kind: 'outline' })}>
          {t('risk.toTrade')}
        </Link>
      </p>
    </>
  );
}

/** Mark price and index price, and the difference between them. */
function Prices({ risk, feed }: { risk: Risk; feed: Feed }) {
  const t = useT();
  const { markPrice, indexPrice, lastPrice, basis } = risk;
  const share =
    basis !== null && indexPrice !== null && decimalSign(indexPrice) > 0
      ? decimalDivide(decimalMultiply(basis, '100'), indexPrice, 4)
      : undefined;
  const price = (value: string | null) => (value === null ? '–' : <Price value={trimZeros(value)} decimals={neat(value)} />);
  return (
    <section className={styles.prices} aria-label={t('risk.prices')}>
      <div className={styles.main}>
        <span className={styles.label}>
          {t('risk.mark')} <FeedChip feed={feed} />
        </span>
        <b>{price(markPrice)}</b>
        <Freshness at={risk.time} source={sourceName({ feed, name: risk.source })} />
      </div>
      <dl className={styles.others}>
        <div>
          <dt>{t('risk.index')}</dt>
          <dd>{price(indexPrice)}</dd>
        </div>
        <div>
          <dt>{t('risk.basis')}</dt>
          <dd>{share === undefined ? '–' : <Change value={share} decimals={4} mark="sign" />}</dd>
        </div>
        <div>
          <dt>{t('risk.last')}</dt>
          <dd>{price(lastPrice)}</dd>
        </div>
      </dl>
      <p className={styles.why}>{t('risk.markWhy')}</p>
    </section>
  );
}

function Freshness({ at, source }: { at: number; source: string }) {
  const t = useT();
  const now = useNow();
  const zone = useTimeZone();
  const old = now - at > lateMs;
  return (
    <Age state={old ? 'late' : 'live'}>
      {source} · {old ? formatTime(at, 'dateTime', zone) : t('risk.age', { seconds: Math.max(0, Math.round((now - at) / 1000)) })}
    </Age>
  );
}
