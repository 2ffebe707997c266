import { InstrumentKind } from '@bourse/protocol/enums';
import { IconMaximize, iconButtonClass } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { lastValue, useInstruments, useRead } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import styles from './BoardHeat.module.css';
import { type Board, boardCode, boardKeys, boardKind } from './boards.ts';
import { HeatMap } from './HeatMap.tsx';

/** A heat map of the board, above its list. */
export function BoardHeat({ board, symbols }: { board: Board; symbols?: readonly string[] | undefined }) {
  const t = useT();
  const kind = boardKind[board] ?? InstrumentKind.coin;
  const remote = useRead('GET pay/symbol-contract/heatmap', { kind }, { staleMs: 30_000, everyMs: 60_000, keepPrevious: true });
  const instruments = lastValue(useInstruments());
  const list = lastValue(remote);
  const items = useMemo(() => {
    if (!list) return undefined;
    const code = boardCode[board];
    if (symbols) return list.filter((item) => symbols.includes(item.symbol));
    if (code === undefined) return list;
    const own = new Set((instruments ?? []).filter((item) => item.board === code).map((item) => item.symbol));
    return instruments ? list.filter((item) => own.has(item.symbol)) : undefined;
  }, [list, board, symbols, instruments]);
  if (items && items.length < 2) return null;
  return (
    <section className={styles.heat}>
      <HeatMap items={items} kind={kind} label={t('market.heatmapOf', { board: t(boardKeys[board]) })} className={styles.map} />
      <div className={styles.caption}>
        <span>{t('market.heatmapHint')}</span>
        <Link
          to="/heatmap"
          search={{ kind: String(kind) }}
          className={iconButtonClass(true)}
          aria-label={t('market.heatmapOpen')}
          title={t('market.heatmapOpen')}
        >
          <IconMaximize size={15} aria-hidden />
        </Link>
      </div>
    </section>
  );
}
