import type { ChartKind } from '@bourse/protocol/enums';
import { Change, EmptyState, Price, Sheet, SkeletonRows, TextField } from '@bourse/ui';
import { useMemo, useState } from 'react';
import { changeOf, type Instrument, useLookAt, useTickOnly } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import styles from './InstrumentPicker.module.css';
import { KindTabs, NothingOf } from './Kinds.tsx';
import { SymbolName } from './SymbolName.tsx';
import { useGroups } from './Watchlist.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  chosen: string;
  startKind: ChartKind;
  onChoose: (instrument: Instrument) => void;
};

export function InstrumentPicker(props: Props) {
  const t = useT();
  return (
    <Sheet bare open={props.open} onClose={props.onClose} title={t('trade.pick')}>
      <Inside {...props} />
    </Sheet>
  );
}

function Inside({ chosen, onChoose, startKind }: Props) {
  const t = useT();
  const [query, setQuery] = useState('');
  const [kind, setKind] = useState(startKind);
  const groups = useGroups(query.trim() === '' ? kind : undefined);
  const shown = useMemo(() => {
    const text = query.trim().toLowerCase();
    const hit = (item: Instrument) => text === '' || `${item.symbol} ${item.name} ${item.words}`.toLowerCase().includes(text);
    return (groups ?? []).map((group) => ({ ...group, items: group.items.filter(hit) })).filter((group) => group.items.length > 0);
  }, [groups, query]);
  useLookAt(useMemo(() => [...new Set(shown.flatMap((group) => group.items.map((item) => item.symbol)))], [shown]));
  return (
    <div className={styles.picker}>
      <div className={styles.search}>
        <TextField label={t('trade.pickSearch')} value={query} onChange={setQuery} type="search" enterKeyHint="search" autoComplete="off" />
        <KindTabs kind={kind} onKind={setKind} />
      </div>
      {!groups && <SkeletonRows rows={8} />}
      {groups?.length === 0 && query.trim() === '' && <NothingOf kind={kind} />}
      {groups && shown.length === 0 && query.trim() !== '' && (
        <EmptyState compact title={t('market.searchNone', { query })}>
          {t('market.searchNoneWhy')}
        </EmptyState>
      )}
      {shown.map((group) => (
        <section key={group.key}>
          <h3 className={styles.group}>{group.title}</h3>
          {group.items.map((item) => (
            <button
              key={item.id}
              type="button"
              className={styles.row}
              aria-current={item.symbol === chosen ? 'true' : undefined}
              onClick={() => onChoose(item)}
            >
              <span>
                <span className={styles.symbol}>
                  <SymbolName symbol={item.symbol} />
                </span>
                <span className={styles.under}>{item.name}</span>
              </span>
              <Figures instrument={item} />
            </button>
          ))}
        </section>
      ))}
    </div>
  );
}

function Figures({ instrument }: { instrument: Instrument }) {
  const tick = useTickOnly(instrument.symbol);
  if (!tick || tick.at === 0) return <span className={styles.under}>–</span>;
  return (
    <span className={styles.figures}>
      <Price value={tick.pe} decimals={stepDecimals(instrument.tick)} />
      <Change value={changeOf(tick)} className={styles.change} />
    </span>
  );
}
