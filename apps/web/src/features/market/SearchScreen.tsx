import { Button, Change, EmptyState, IconButton, IconChevronLeft, IconClose, IconSearch, Price, SkeletonRows } from '@bourse/ui';
import { useCanGoBack, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { changeOf, type Instrument, lastValue, useInstruments, useLookAt, useRead, useTickOnly } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { FeedChip } from '../../shell/labels.tsx';
import { useScreens } from '../../shell/screens.ts';
import { Star } from '../trade/instrument/Head.tsx';
import { SymbolName } from '../trade/instrument/SymbolName.tsx';
import { stepDecimals } from '../trade/ticket/arithmetic.ts';
import { addRecent, find, keepRecent, readRecent } from './find.ts';
import styles from './SearchScreen.module.css';

/**
 * Searches instruments and screens while typing. Enter opens the first, arrows move through the list, Escape clears the text, then goes
 * back.
 */
export function SearchScreen() {
  const t = useT();
  const navigate = useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const search = useSearch({ strict: false }) as { q?: string };
  const [query, setQuery] = useState(search.q ?? '');
  const [recent, setRecent] = useState(() => readRecent(localStorage));
  const screen = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const instruments = lastValue(useInstruments());
  const heat = lastValue(useRead('GET pay/symbol-contract/heatmap', { kind: 1 }, { staleMs: 60_000, enabled: query === '' }));
  const screens = useScreens();
  useEffect(() => input.current?.focus(), []);

  const bySymbol = useMemo(() => new Map((instruments ?? []).map((item) => [item.symbol, item])), [instruments]);
  // A pair is listed as “BTC / USDT”; people search for Bitcoin.
  const assets = lastValue(useRead('GET pay/coin/coin-list-all', {}, { staleMs: 3_600_000 }));
  const called = useMemo(() => new Map((assets ?? []).map((asset) => [asset.code, asset.name])), [assets]);
  const nameOf = (item: Instrument) => (item.kind === 1 ? (called.get(item.base) ?? item.name) : item.name);
  // biome-ignore lint/correctness/useExhaustiveDependencies: names come from `called`
  const hits = useMemo(
    () => find(instruments ?? [], query, (item) => [item.symbol, nameOf(item), item.words]),
    [instruments, query, called],
  );
  const screenHits = useMemo(() => find(screens, query, (item) => [item.title, item.words], 6), [screens, query]);
  const known = (symbols: readonly string[]) => symbols.flatMap((symbol) => bySymbol.get(symbol) ?? []);
  const recentItems = known(recent);
  const top = known((heat ?? []).slice(0, 8).map((item) => item.symbol)).filter((item) => !recent.includes(item.symbol));
  const shown = query === '' ? [...recentItems, ...top] : hits;
  const count = shown.length + (query === '' ? 0 : screenHits.length);
  useLookAt(useMemo(() => shown.map((item) => item.symbol), [shown]));

  const remember = (symbols: readonly string[]) => {
    setRecent([...symbols]);
    keepRecent(localStorage, symbols);
  };
  const open = (item: Instrument) => {
    remember(addRecent(recent, item.symbol));
    void navigate({ to: '/order', search: { symbol: item.symbol, kind: String(item.kind) } });
  };
  const go = (to: string) => void navigate({ to: to as never });
  const back = () => (canGoBack ? router.history.back() : void navigate({ to: '/market', replace: true }));
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const rows = [...(screen.current?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])];
    const at = rows.indexOf(event.target as HTMLElement);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const next = at + (event.key === 'ArrowDown' ? 1 : -1);
      if (next < 0) input.current?.focus();
      else rows[Math.min(next, rows.length - 1)]?.focus();
    } else if (event.key === 'Enter' && event.target === input.current) {
      event.preventDefault();
      rows[0]?.click();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (query === '') back();
      else setQuery('');
      input.current?.focus();
    } else if (at >= 0 && event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey) input.current?.focus();
  };
  const rows = (items: readonly Instrument[]) => (
    <ul>
      {items.map((item) => (
        <li key={item.symbol} className={styles.row}>
          <button type="button" data-hit className={styles.open} onClick={() => open(item)}>
            <span>
              <span className={styles.symbol}>
                <SymbolName symbol={item.symbol} />
              </span>
              <span className={styles.name}>
                {nameOf(item)} <FeedChip feed={item.source.feed} />
              </span>
            </span>
            <Figures instrument={item} />
          </button>
          <Star instrument={item} />
        </li>
      ))}
    </ul>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys walk between the field and the rows, which are buttons themselves
    <div ref={screen} className={styles.screen} onKeyDown={keys}>
      <h1 className="visually-hidden">{t('market.searchTitle')}</h1>
      <div className={styles.head}>
        <IconButton label={t('common.back')} onClick={back}>
          <IconChevronLeft size={24} aria-hidden />
        </IconButton>
        <div className={styles.box}>
          <IconSearch size={18} aria-hidden />
          <input
            ref={input}
            type="search"
            enterKeyHint="go"
            autoComplete="off"
            spellCheck={false}
            aria-label={t('market.searchTitle')}
            placeholder={t('market.searchHint')}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          {query !== '' && (
            <IconButton small label={t('common.clear')} onClick={() => setQuery('')}>
              <IconClose size={16} aria-hidden />
            </IconButton>
          )}
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {query !== '' && t('market.searchFound', { count })}
      </p>
      {!instruments && <SkeletonRows rows={8} />}
      {query === '' && recentItems.length > 0 && (
        <Group
          title={t('market.searchRecent')}
          end={
            <Button kind="plain" size="small" onClick={() => remember([])}>
              {t('market.searchClear')}
            </Button>
          }
        >
          {rows(recentItems)}
        </Group>
      )}
      {query === '' && top.length > 0 && <Group title={t('market.searchTop')}>{rows(top)}</Group>}
      {query !== '' && hits.length > 0 && <Group title={t('market.searchInstruments')}>{rows(hits)}</Group>}
      {query !== '' && screenHits.length > 0 && (
        <Group title={t('market.searchScreens')}>
          <ul>
            {screenHits.map((item) => (
              <li key={item.to} className={styles.row}>
                <button type="button" data-hit className={styles.open} onClick={() => go(item.to)}>
                  <span className={styles.symbol}>{item.title}</span>
                  <span className={styles.name}>{item.to}</span>
                </button>
              </li>
            ))}
          </ul>
        </Group>
      )}
      {instruments && query !== '' && count === 0 && (
        <EmptyState title={t('market.searchNone', { query })}>{t('market.searchNoneWhy')}</EmptyState>
      )}
    </div>
  );
}

function Group({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <div className={styles.group}>
        <h2>{title}</h2>
        {end}
      </div>
      {children}
    </section>
  );
}

function Figures({ instrument }: { instrument: Instrument }) {
  const tick = useTickOnly(instrument.symbol);
  if (!tick || tick.at === 0) return <span className={styles.name}>–</span>;
  return (
    <span className={styles.figures}>
      <Price value={tick.pe} decimals={stepDecimals(instrument.tick)} />
      <Change value={changeOf(tick)} className={styles.change} />
    </span>
  );
}
