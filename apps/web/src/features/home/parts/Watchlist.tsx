import { decimalSign } from '@bourse/money';
import type { Listed } from '@bourse/protocol';
import { HomeTab, InstrumentKind, InstrumentStatus } from '@bourse/protocol/enums';
import { Age, Change, cx, EmptyState, IconStar, Price, Sparkline, Tabs } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { memo, useEffect, useState } from 'react';
import {
  changeOf,
  isStale,
  lastValue,
  type MarketPage,
  type Remote,
  seedTicks,
  ticks,
  useLookAt,
  useMarketList,
  useNow,
  useOfflineSince,
  useRead,
  useSignedIn,
  useTickOnly,
} from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { FeedChip } from '../../../shell/labels.tsx';
import { Unread } from '../../../shell/Unread.tsx';
import { chartOf, freshest, pairParts } from '../model/watch.ts';
import styles from './Watchlist.module.css';

const tabs = [HomeTab.optional, HomeTab.crypto, HomeTab.forex, HomeTab.malaysiaStock] as const;
type Tab = (typeof tabs)[number];
const shown = 8;

/** The specification's home tabs. Only the chosen tab calls the server. */
function useTab(tab: Tab): Remote<MarketPage> {
  const query = { pageSize: shown, sort: '-turnover' as const };
  const own = useRead(
    'GET pay/symbol-collect/page',
    { pageNo: 1, pageSize: 30 },
    { needsSession: true, enabled: tab === HomeTab.optional, staleMs: 10_000 },
  );
  const crypto = useRead('GET pay/symbol/coin-page', { pageNo: 1, ...query }, { enabled: tab === HomeTab.crypto, staleMs: 10_000 });
  const forex = useRead(
    'GET pay/symbol/contract-page',
    { pageNo: 1, ...query, plate: 'forex' },
    { enabled: tab === HomeTab.forex, staleMs: 10_000 },
  );
  const stocks = useRead(
    'GET pay/symbol/stock-page',
    { pageNo: 1, ...query, plate: 'MY' },
    { enabled: tab === HomeTab.malaysiaStock, staleMs: 10_000 },
  );
  return { [HomeTab.optional]: own, [HomeTab.crypto]: crypto, [HomeTab.forex]: forex, [HomeTab.malaysiaStock]: stocks }[tab];
}

export function Watchlist() {
  const t = useT();
  const signedIn = useSignedIn();
  const [tab, setTab] = useState<Tab>(signedIn ? HomeTab.optional : HomeTab.crypto);
  const names: Record<Tab, string> = {
    [HomeTab.optional]: t('home.watchlist'),
    [HomeTab.crypto]: t('home.crypto'),
    [HomeTab.forex]: t('home.forex'),
    [HomeTab.malaysiaStock]: t('home.malaysia'),
  };
  const remote = useTab(tab);
  const page = lastValue(remote);
  // Without favourites, show the busiest markets and say so.
  const empty = tab === HomeTab.optional && page !== undefined && page.list.length === 0;
  const busiest = lastValue(useMarketList(InstrumentKind.coin, { sort: '-turnover', pageSize: shown }));
  const list = (empty ? busiest : page)?.list.slice(0, tab === HomeTab.optional && !empty ? 30 : shown);
  useEffect(() => {
    if (page) seedTicks(page.list.map((item) => item.row));
  }, [page]);
  // A pair takes the name of its base asset: BTC / USDT is Bitcoin.
  const coins = lastValue(useRead('GET pay/coin/coin-list-all', {}, { staleMs: 300_000 }));
  useLookAt((list ?? []).map((item) => item.symbol));
  // Label the whole list if one of its prices does not come from a market.
  const feed = (list?.find((item) => item.source.feed !== 'live') ?? list?.[0])?.source.feed;
  return (
    <section className={styles.watch} aria-label={names[tab]}>
      <div className={styles.head}>
        <Tabs
          dense
          label={t('shell.markets')}
          className={styles.tabs}
          value={String(tab)}
          onChange={(value) => setTab(tabs.find((known) => String(known) === value) ?? HomeTab.crypto)}
          options={tabs
            .filter((known) => signedIn || known !== HomeTab.optional)
            .map((known) => ({ value: String(known), label: names[known] }))}
        />
      </div>
      <div className={styles.source}>
        <FeedChip feed={feed} />
        {list && list.length > 0 && <FeedAge symbols={list.map((item) => item.symbol)} />}
      </div>
      {empty && (
        <p className={styles.hint}>
          <IconStar size={16} aria-hidden />
          {t('home.nothingStarred')}
        </p>
      )}
      {list ? (
        list.length === 0 ? (
          <EmptyState compact title={t('home.noMarkets')} />
        ) : (
          <ul>
            {list.map((item) => (
              <WatchRow key={item.symbol} item={item} name={coins?.find((coin) => coin.code === item.base)?.name ?? item.name} />
            ))}
          </ul>
        )
      ) : (
        <Unread remote={remote} compact rows={shown} height={60} />
      )}
      <Link to="/market" className={styles.all}>
        {t('home.allMarkets')}
      </Link>
    </section>
  );
}

/** The price of one symbol. It renders only when its own price moves; old prices turn grey. */
const WatchRow = memo(function WatchRow({ item, name }: { item: Listed; name: string }) {
  const t = useT();
  const tick = useTickOnly(item.symbol);
  const price = tick && decimalSign(tick.pe) > 0 ? tick.pe : item.row.pe;
  const change = changeOf(tick && tick.t > 0 ? tick : item.row);
  const closed = item.status === InstrumentStatus.closed || item.status === InstrumentStatus.halted;
  const { base, quote } = pairParts(item.symbol);
  const { symbol, kind } = chartOf(item);
  return (
    <li className={styles.item}>
      <Link to="/chart" search={{ symbol, kind: String(kind) }} className={cx(styles.row, tick?.st === 1 && styles.old)}>
        <span className={styles.names}>
          <span className={styles.symbol}>
            {base}
            {quote && <span className={styles.quote}> / {quote}</span>}
          </span>
          <span className={styles.name}>
            {name}
            {closed && ` · ${t('home.marketClosed')}`}
          </span>
        </span>
        <Sparkline values={item.spark} tone={decimalSign(change ?? '0') >= 0 ? 'up' : 'down'} />
        <span className={styles.figures}>
          <Price value={price} decimals={item.priceAccuracy} className={styles.price} />
          <Change value={change} />
        </span>
      </Link>
    </li>
  );
});

/** A list is as old as its newest price. */
function FeedAge({ symbols }: { symbols: readonly string[] }) {
  const t = useT();
  const now = useNow();
  const offline = useOfflineSince();
  const newest = freshest(symbols.map((symbol) => ticks.get(symbol)?.at ?? 0));
  const age = Math.max(0, Math.round((now - newest) / 1000));
  const stale = symbols.every((symbol) => isStale(ticks.get(symbol), now));
  if (offline) return <Age state="lost">{t('home.offline')}</Age>;
  if (newest === 0) return null;
  return <Age state={stale ? 'late' : 'live'}>{age < 3600 ? t('home.ago', { seconds: age }) : t('home.closed')}</Age>;
}
