import { decimalSign, decimalSum } from '@bourse/money';
import type { Wallet } from '@bourse/protocol/enums';
import { Amount, buttonClass, Change, List, noFigure, Price, Row, SkeletonRows, Total } from '@bourse/ui';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import {
  changeOf,
  lastValue,
  seedTicks,
  useBalances,
  useInstrument,
  useLookAt,
  useMoney,
  useRead,
  useSignedIn,
  useTickOnly,
  useTimeZone,
} from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { PricesChip } from '../../shell/PricesChip.tsx';
import { ScreenHead } from '../../shell/ScreenHead.tsx';
import { Unread } from '../../shell/Unread.tsx';
import { seeAllClass } from '../home/parts/seeAll.ts';
import styles from './CurrencyScreen.module.css';
import { neat } from './model/figures.ts';
import { HeadDemo } from './parts/HeadDemo.tsx';
import { walletLabel, wallets } from './parts/labels.ts';
import { NoActivity } from './parts/NoActivity.tsx';
import { SignInFirst } from './parts/SignInFirst.tsx';
import { StatementRow } from './parts/StatementList.tsx';

/** One asset: its amount, the wallets that hold it, the markets that trade it, and what changed it. */
export function CurrencyScreen() {
  const { asset } = useSearch({ strict: false }) as { asset?: string };
  const code = asset && /^[A-Za-z0-9]{1,12}$/.test(asset) ? asset.toUpperCase() : 'USDT';
  const signedIn = useSignedIn();
  const coin = lastValue(useRead('GET pay/coin/coin-list-all', {}, { staleMs: 300_000 }))?.find((known) => known.code === code);
  return (
    <div className={styles.page}>
      <ScreenHead
        title={
          <>
            {code} <span className={styles.name}>{coin && coin.name !== code ? coin.name : ''}</span>
          </>
        }
        fallback="/funds"
      >
        <HeadDemo />
      </ScreenHead>
      {signedIn ? <Owned code={code} /> : <SignInFirst />}
      <Markets code={code} />
      {signedIn && <Lines code={code} />}
    </div>
  );
}

function Owned({ code }: { code: string }) {
  const t = useT();
  const money = useMoney();
  const remote = useBalances();
  const held = lastValue(remote)?.filter((one) => one.asset === code);
  if (!held) return <Unread remote={remote} rows={3} />;
  const total = decimalSum(held.map((one) => one.total));
  const frozen = decimalSum(held.map((one) => one.frozen));
  const known = held.every((one) => one.value !== null);
  const present = wallets.flatMap((wallet) => held.filter((one) => one.wallet === wallet && decimalSign(one.total) > 0));
  return (
    <>
      <section className={styles.summary}>
        <p className={styles.label}>{t('funds.allTogether')}</p>
        <Total large>
          <Amount value={total} decimals={neat(total)} unit={code} size="total" />
        </Total>
        <p className={styles.worth}>
          {held.length > 0 && known ? (
            <>
              ≈{' '}
              <Amount
                value={money.holding(decimalSum(held.map((one) => one.value ?? '0')))}
                decimals={money.decimals}
                currency={money}
                fraction="plain"
              />
            </>
          ) : (
            held.length > 0 && t('funds.noRate')
          )}
          {decimalSign(frozen) > 0 && (
            <>
              {' · '}
              {t('funds.ofWhichFrozen')} <Amount value={frozen} decimals={neat(frozen)} fraction="plain" />
            </>
          )}
        </p>
        <div className={styles.buttons}>
          <Link to="/funds/transfer" search={{ asset: code }} className={buttonClass({ wide: true })}>
            {t('own.transfer')}
          </Link>
          <Link to="/funds/order_history" search={{ asset: code }} className={buttonClass({ kind: 'quiet', wide: true })}>
            {t('own.history')}
          </Link>
        </div>
      </section>
      {present.length > 0 && (
        <List head={t('funds.wallets')} label={t('funds.wallets')} className={styles.card}>
          {present.map((one) => (
            <Row
              key={one.wallet}
              title={walletLabel(t, one.wallet)}
              under={
                decimalSign(one.frozen) > 0 ? (
                  <>
                    {t('funds.free')} <Amount value={one.available} decimals={neat(one.available)} fraction="plain" /> · {t('funds.frozen')}{' '}
                    <Amount value={one.frozen} decimals={neat(one.frozen)} fraction="plain" />
                  </>
                ) : (
                  t('funds.allFree')
                )
              }
              end={<Amount value={one.total} decimals={neat(one.total)} />}
              goes
              as={(content, className) => (
                <Link to="/funds/transfer" search={{ asset: code, from: String(one.wallet satisfies Wallet) }} className={className}>
                  {content}
                </Link>
              )}
            />
          ))}
        </List>
      )}
    </>
  );
}

function Markets({ code }: { code: string }) {
  const t = useT();
  const found = lastValue(useRead('GET pay/coin/symbol-by-coin', { coin: code }, { staleMs: 300_000 }));
  const list = found?.slice(0, 8) ?? [];
  const symbols = list.map((market) => market.symbol);
  useLookAt(symbols);
  // Until the socket answers, show the prices of the last list or read.
  const stats = lastValue(
    useRead(
      'GET exchange/candlestick/stock-24-hour-stat',
      { symbols: symbols.join(',') },
      { enabled: symbols.length > 0, staleMs: 10_000 },
    ),
  );
  useEffect(() => {
    if (stats) seedTicks(stats);
  }, [stats]);
  if (list.length === 0) return null;
  return (
    <List head={t('funds.markets')} end={<PricesChip />} label={t('funds.markets')} className={styles.card}>
      {list.map((market) => (
        <Market key={market.id} symbol={market.symbol} kind={market.kind} />
      ))}
    </List>
  );
}

function Market({ symbol, kind }: { symbol: string; kind: number }) {
  const tick = useTickOnly(symbol);
  const instrument = useInstrument(symbol);
  return (
    <Row
      title={symbol}
      end={tick ? <Price value={tick.pe} decimals={instrument?.priceAccuracy} /> : noFigure}
      endUnder={tick ? <Change value={changeOf(tick)} /> : undefined}
      goes
      as={(content, className) => (
        <Link to="/chart" search={{ symbol, kind: String(kind) }} className={className}>
          {content}
        </Link>
      )}
    />
  );
}

function Lines({ code }: { code: string }) {
  const t = useT();
  const timeZone = useTimeZone();
  const page = lastValue(
    useRead('GET pay/funds-flow/page', { pageNo: 1, pageSize: 10, asset: code }, { needsSession: true, staleMs: 5_000 }),
  );
  if (!page) return <SkeletonRows rows={4} height={60} />;
  return (
    <List
      head={t('funds.statement')}
      end={
        page.total > page.list.length ? (
          <Link to="/funds/order_history" search={{ asset: code }} className={seeAllClass}>
            {t('common.seeAll')}
          </Link>
        ) : undefined
      }
      label={t('funds.statement')}
      className={styles.card}
    >
      {page.list.length === 0 ? (
        <NoActivity />
      ) : (
        page.list.map((line) => (
          <StatementRow key={line.id} line={line} where={walletLabel(t, line.wallet)} time={formatTime(line.time, 'dateTime', timeZone)} />
        ))
      )}
    </List>
  );
}
