import { formatAmount } from '@bourse/money';
import { ChartKind, InstrumentKind } from '@bourse/protocol/enums';
import { Change, cx, noFigure, Price, SkeletonRows, useUi } from '@bourse/ui';
import { memo, type RefObject, useEffect, useMemo, useRef } from 'react';
import {
  changeOf,
  type Instrument,
  lastValue,
  serverNow,
  ticks,
  useFavourites,
  useInstruments,
  useLookAt,
  useTickOnly,
  useTimeZone,
} from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import { KindTabs, NothingOf } from './Kinds.tsx';
import { SymbolName } from './SymbolName.tsx';
import { useSeen } from './use-seen.ts';
import styles from './Watchlist.module.css';

const kindOfGroup = (key: string): ChartKind =>
  key === 'favourites' ? ChartKind.favourites : key === 'spot' ? ChartKind.coin : key === 'perps' ? ChartKind.contract : ChartKind.stock;

type Group = { key: string; title: string; items: readonly Instrument[] };

/**
 * All instruments by board, favourites first, or those of one kind. The list has one socket subscription; each row follows its own price.
 */
export function useGroups(kind?: ChartKind): readonly Group[] | undefined {
  const t = useT();
  const zone = useTimeZone();
  const list = lastValue(useInstruments());
  const favourites = lastValue(useFavourites());
  return useMemo(() => {
    if (!list) return undefined;
    const chosen = new Set((favourites ?? []).map((favourite) => favourite.sourceId));
    const opens = (items: readonly Instrument[]) => {
      const next = items[0]?.nextOpen;
      if (items[0]?.status === 1 || !next) return '';
      const today = formatTime(next, 'date', zone) === formatTime(serverNow(), 'date', zone);
      return ` · ${t('trade.infoOpens', { time: formatTime(next, today ? 'time' : 'weekday', zone) })}`;
    };
    const stocks = list.filter((item) => item.kind === InstrumentKind.stock);
    const boards = [...new Set(stocks.map((item) => item.session))];
    const groups: Group[] = [
      { key: 'favourites', title: t('trade.watchFavourites'), items: list.filter((item) => chosen.has(String(item.id))) },
      { key: 'spot', title: t('trade.watchlistOf'), items: list.filter((item) => item.kind === InstrumentKind.coin) },
      { key: 'perps', title: t('trade.watchPerps'), items: list.filter((item) => item.kind === InstrumentKind.contract) },
      ...boards.map((session): Group => {
        const items = stocks.filter((item) => item.session === session);
        const title = session === 'XKLS' ? t('trade.watchKl') : session === 'XNYS' ? t('trade.watchUs') : (session ?? '');
        return { key: session ?? 'stocks', title: title + opens(items), items };
      }),
    ];
    const shown = kind === undefined ? groups : groups.filter((group) => kindOfGroup(group.key) === kind);
    return shown.filter((group) => group.items.length > 0);
  }, [list, favourites, t, zone, kind]);
}

type Props = {
  chosen: string;
  kind: ChartKind;
  onKind: (kind: ChartKind) => void;
  onChoose: (instrument: Instrument) => void;
};

export function Watchlist({ chosen, kind, onKind, onChoose }: Props) {
  const t = useT();
  const groups = useGroups(kind);
  const symbols = useMemo(() => [...new Set((groups ?? []).flatMap((group) => group.items.map((item) => item.symbol)))], [groups]);
  useLookAt(symbols);
  return (
    <div className={styles.watch}>
      <div className={styles.head}>
        <h2 className="visually-hidden">{t('trade.watchlist')}</h2>
        <KindTabs dense kind={kind} onKind={onKind} />
      </div>
      <nav className={styles.list} aria-label={t('trade.watchlist')}>
        {groups?.length === 0 ? (
          <NothingOf kind={kind} />
        ) : groups ? (
          groups.map((group, at) => (
            <section key={group.key}>
              <h3 className={styles.group}>
                <span>{group.title}</span>
                {at === 0 && (
                  <>
                    <span>{t('trade.index')}</span>
                    <span>{t('trade.change24')}</span>
                  </>
                )}
              </h3>
              {group.items.map((item) => (
                <WatchRow key={item.id} instrument={item} chosen={item.symbol === chosen} onChoose={onChoose} />
              ))}
            </section>
          ))
        ) : (
          <SkeletonRows rows={12} height={32} />
        )}
      </nav>
    </div>
  );
}

const WatchRow = memo(function WatchRow({
  instrument,
  chosen,
  onChoose,
}: {
  instrument: Instrument;
  chosen: boolean;
  onChoose: (instrument: Instrument) => void;
}) {
  const row = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <button
      ref={row}
      type="button"
      className={cx(styles.row, chosen && styles.chosen)}
      aria-current={chosen ? 'true' : undefined}
      onClick={() => onChoose(instrument)}
    >
      <SymbolName symbol={instrument.symbol} />
      <Figures instrument={instrument} row={row} />
    </button>
  );
});

/** The live part of a row: only it renders when the price changes. */
function Figures({ instrument, row }: { instrument: Instrument; row: RefObject<HTMLElement | null> }) {
  const seen = useSeen(row);
  const tick = useTickOnly(seen ? instrument.symbol : undefined) ?? ticks.get(instrument.symbol);
  const { locale } = useUi();
  const change = tick ? changeOf(tick) : null;
  if (!tick || tick.at === 0)
    return (
      <>
        <span className={styles.none}>–</span>
        <span className={styles.none}>–</span>
      </>
    );
  return (
    <>
      <Price value={tick.pe} decimals={stepDecimals(instrument.tick)} className={tick.st === 1 ? styles.old : undefined} />
      {tick.st === 1 ? (
        <span className={styles.old}>
          {change === null ? noFigure : `${formatAmount(change, { locale, decimals: 2, sign: 'always' })}%`}
        </span>
      ) : (
        <Change value={change} mark="sign" />
      )}
    </>
  );
}
