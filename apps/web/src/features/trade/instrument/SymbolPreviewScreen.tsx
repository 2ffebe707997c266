import { formatAmount, formatPrice, trimZeros } from '@bourse/money';
import type { Listed } from '@bourse/protocol';
import { Amount, buttonClass, Change, EmptyState, ErrorState, Price, Skeleton, SkeletonRows, Sparkline, Total, useUi } from '@bourse/ui';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import {
  changeOf,
  lastValue,
  seedTicks,
  useBalances,
  useInstruments,
  useMoney,
  useRead,
  useSignedIn,
  useTick,
} from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { FeedChip } from '../../../shell/labels.tsx';
import { ScreenHead } from '../../../shell/ScreenHead.tsx';
import { HeadDemo } from '../../funds/parts/HeadDemo.tsx';
import { stepDecimals } from '../ticket/arithmetic.ts';
import { DayChart } from './DayChart.tsx';
import { SymbolName } from './SymbolName.tsx';
import styles from './SymbolPreviewScreen.module.css';

/** An asset's overview: its day, the customer's holding, its markets and actions. `?symbol=` names an asset or a pair. */
export function SymbolPreviewScreen() {
  const t = useT();
  const search = useSearch({ strict: false }) as { symbol?: string };
  const name = search.symbol ?? 'BTC';
  const instruments = lastValue(useInstruments());
  const pair = instruments?.find((item) => item.symbol === name);
  const asset = pair?.base ?? name.split(/[/-]/)[0] ?? name;
  const coin = useRead('GET pay/coin/detail', { code: asset }, { staleMs: 10_000, everyMs: 30_000 });
  const marketsRead = useRead('GET pay/coin/symbol-by-coin', { coin: asset }, { staleMs: 60_000 });
  const markets = lastValue(marketsRead);
  const detail = lastValue(coin);
  const first = markets?.find((item) => item.kind === 1 && item.symbol.startsWith(`${asset}/`)) ?? markets?.[0];
  if (coin.state === 'failed' && !detail)
    return (
      <>
        <ScreenHead title={asset} fallback="/market" />
        <ErrorState
          title={t(coin.error.status === 404 ? 'trade.previewUnknown' : 'common.loadFailed')}
          onRetry={coin.error.status === 404 ? undefined : coin.retry}
          action={
            <Link to="/market" className={buttonClass({ kind: 'outline' })}>
              {t('market.title')}
            </Link>
          }
        >
          {coin.error.status === 404 ? t('trade.previewUnknownWhy') : t('common.loadFailedWhy', { reason: coin.error.message })}
        </ErrorState>
      </>
    );
  return (
    <div className={styles.screen}>
      <ScreenHead
        title={
          <>
            {asset} <span className={styles.name}>{detail?.name}</span>
          </>
        }
        fallback="/market"
      >
        <HeadDemo />
      </ScreenHead>
      <div className={styles.columns}>
        <section className={styles.day}>
          {first ? (
            <Day symbol={first.symbol} asset={asset} />
          ) : markets ? (
            <Rate asset={asset} rate={detail?.rate ?? null} />
          ) : (
            <Skeleton height={170} />
          )}
        </section>
        <Holding asset={asset} trade={first} />
        <section className={styles.markets}>
          <h2>{t('trade.previewMarkets')}</h2>
          {!markets ? (
            <SkeletonRows rows={3} />
          ) : markets.length === 0 ? (
            <EmptyState compact title={t('trade.previewNoMarkets')} />
          ) : (
            <ul>
              {markets.map((market) => (
                <Market key={market.id} symbol={market.symbol} kind={market.kind} />
              ))}
            </ul>
          )}
        </section>
      </div>
    </div>
  );
}

function useListed(symbol: string): Listed | undefined {
  const listed = lastValue(useRead('GET pay/symbol/get-currency', { symbol }, { staleMs: 15_000 }));
  useEffect(() => {
    if (listed) seedTicks([listed.row]);
  }, [listed]);
  return listed;
}

function Day({ symbol, asset }: { symbol: string; asset: string }) {
  const t = useT();
  const listed = useListed(symbol);
  const tick = useTick(symbol);
  const row = tick && tick.at > 0 ? tick : listed?.row;
  return (
    <>
      <p className={styles.caption}>
        {t('trade.previewRate', { asset })} <FeedChip feed={listed?.source.feed} />
      </p>
      <p className={styles.price}>
        {row && listed ? (
          <>
            <Price value={row.pe} decimals={stepDecimals(listed.tick)} flashes={false} className={styles.big} />
            <span className={styles.quote}>{listed.quote}</span>
            <Change value={changeOf(row)} />
          </>
        ) : (
          <Skeleton width={180} height={32} />
        )}
      </p>
      <DayChart symbol={symbol} />
    </>
  );
}

function Rate({ asset, rate }: { asset: string; rate: string | null }) {
  const t = useT();
  const { locale } = useUi();
  return (
    <>
      <p className={styles.caption}>{t('trade.previewRate', { asset })}</p>
      <p className={styles.price}>
        {rate === null ? (
          <span className={styles.caption}>{t('trade.previewRateNone', { asset })}</span>
        ) : (
          <>
            <span className={styles.big}>{formatPrice(rate, locale)}</span>
            <span className={styles.quote}>USD</span>
          </>
        )}
      </p>
    </>
  );
}

function Holding({ asset, trade }: { asset: string; trade: { symbol: string; kind: number } | undefined }) {
  const t = useT();
  const money = useMoney();
  const signedIn = useSignedIn();
  const balances = lastValue(useBalances());
  const mine = balances?.filter((balance) => balance.asset === asset) ?? [];
  const spot = mine.find((balance) => balance.wallet === 1);
  return (
    <section className={styles.holding}>
      <h2>{t('trade.previewBalance')}</h2>
      {signedIn ? (
        <>
          <div className={styles.balance}>
            <Total>
              <Amount value={trimZeros(spot?.total ?? '0')} unit={asset} size="text" className={styles.sum} />
            </Total>
            {spot?.value != null && (
              <span className={styles.caption}>
                ≈ <Amount value={money.holding(spot.value)} decimals={money.decimals} currency={money} />
              </span>
            )}
          </div>
          <p className={styles.caption}>
            {t('trade.available')} <Amount value={trimZeros(spot?.available ?? '0')} fraction="plain" /> · {t('trade.frozen')}{' '}
            <Amount value={trimZeros(spot?.frozen ?? '0')} fraction="plain" />
          </p>
        </>
      ) : (
        <p className={styles.caption}>{t('trade.previewSignIn')}</p>
      )}
      <div className={styles.actions}>
        {trade && (
          <Link to="/order" search={{ symbol: trade.symbol, kind: String(trade.kind) }} className={buttonClass({})}>
            {t('trade.previewTrade')}
          </Link>
        )}
        {signedIn ? (
          <>
            <Link to="/funds/transfer" className={buttonClass({ kind: 'outline' })}>
              {t('trade.previewTransfer')}
            </Link>
            <Link to="/order/coin/fund_detail" search={{ id: asset }} className={buttonClass({ kind: 'outline' })}>
              {t('trade.previewStatement')}
            </Link>
          </>
        ) : (
          <Link to="/login" className={buttonClass({ kind: 'outline' })}>
            {t('common.signIn')}
          </Link>
        )}
      </div>
    </section>
  );
}

function Market({ symbol, kind }: { symbol: string; kind: number }) {
  const { locale } = useUi();
  const listed = useListed(symbol);
  const tick = useTick(symbol);
  const row = tick && tick.at > 0 ? tick : listed?.row;
  return (
    <li>
      <Link to="/order" search={{ symbol, kind: String(kind) }} className={styles.market}>
        <SymbolName symbol={symbol} />
        {listed ? <Sparkline values={listed.spark} /> : <Skeleton width={64} height={20} />}
        <span className={styles.figures}>
          {row && listed ? (
            <>
              <span>{formatAmount(row.pe, { locale, decimals: stepDecimals(listed.tick) })}</span>
              <Change value={changeOf(row)} />
            </>
          ) : (
            <Skeleton width={72} />
          )}
        </span>
      </Link>
    </li>
  );
}
