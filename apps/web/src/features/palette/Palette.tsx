import { Change, IconButton, IconClose, IconSearch, Kbd, overlayHost, Price, useOverlay } from '@bourse/ui';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { changeOf, lastValue, useInstruments, useLookAt, useTickOnly } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { FeedChip } from '../../shell/labels.tsx';
import { closePalette } from '../../shell/palette-state.ts';
import { useScreens } from '../../shell/screens.ts';
import { find, type Item } from './find.ts';
import styles from './Palette.module.css';

/** Jumps to any instrument or screen. Arrows move, Enter opens, Escape closes. */
export default function Palette() {
  const t = useT();
  const navigate = useNavigate();
  const screens = useScreens();
  const listId = useId();
  const layer = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  useOverlay(true, layer, closePalette);
  const instruments = lastValue(useInstruments());
  const items = useMemo<Item[]>(
    () => [
      ...(instruments ?? []).map(
        (instrument): Item => ({
          key: instrument.symbol,
          title: instrument.symbol,
          under: instrument.name.replaceAll(' ', '') === instrument.symbol ? '' : instrument.name,
          decimals: instrument.priceAccuracy,
          feed: instrument.source.feed,
          words: `${instrument.symbol} ${instrument.name} ${instrument.words}`,
          kind: 'instrument',
          to: `/chart?symbol=${encodeURIComponent(instrument.symbol)}`,
        }),
      ),
      ...screens.map(({ to, title, words }): Item => ({ key: to, title, under: '', words, kind: 'screen', to })),
    ],
    [instruments, screens],
  );
  const found = useMemo(() => {
    const hits = find(items, query, 14);
    return [...hits.filter((item) => item.kind === 'instrument'), ...hits.filter((item) => item.kind === 'screen')];
  }, [items, query]);
  useLookAt(found.filter((item) => item.kind === 'instrument').map((item) => item.key));
  const chosen = Math.min(at, found.length - 1);
  const open = (item: Item | undefined) => {
    if (!item) return;
    closePalette();
    void navigate({ href: item.to });
  };
  const keys = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      const next = (chosen + step + found.length) % found.length;
      setAt(next);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      open(found[chosen]);
    }
  };
  return createPortal(
    <div ref={layer} className={styles.layer}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape and the close button are the keyboard's way */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <div className={styles.scrim} onClick={closePalette} />
      <div role="dialog" aria-modal="true" aria-label={t('shell.jump')} tabIndex={-1} data-overlay-panel className={styles.panel}>
        <div className={styles.ask}>
          <IconSearch size={18} aria-hidden />
          <input
            data-autofocus
            className={styles.input}
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={found.length > 0 ? `${listId}-${chosen}` : undefined}
            aria-label={t('shell.jump')}
            placeholder={t('shell.jump')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setAt(0);
            }}
            onKeyDown={keys}
          />
          <IconButton label={t('common.close')} onClick={closePalette}>
            <IconClose size={18} />
          </IconButton>
        </div>
        <div id={listId} role="listbox" aria-label={t('shell.jump')} className={styles.list} hidden={found.length === 0}>
          {found.map((item, index) => (
            <div key={item.key}>
              {(index === 0 || found[index - 1]?.kind !== item.kind) && (
                <p className={styles.head} aria-hidden>
                  {t(item.kind === 'instrument' ? 'shell.instruments' : 'shell.screens')}
                </p>
              )}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keyboard */}
              {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
              <div
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === chosen}
                className={styles.item}
                onClick={() => open(item)}
                onPointerMove={() => setAt(index)}
              >
                <span className={styles.title}>{item.title}</span>
                <span className={styles.under}>{item.under}</span>
                {item.kind === 'instrument' && <LivePrice symbol={item.key} decimals={item.decimals} feed={item.feed} />}
              </div>
            </div>
          ))}
        </div>
        {found.length === 0 && (
          <p className={styles.empty} role="status">
            {t('shell.paletteEmpty', { query })}
          </p>
        )}
        <div className={styles.foot}>
          <span>
            <Kbd>↑</Kbd>
            <Kbd>↓</Kbd> {t('shell.move')}
          </span>
          <span>
            <Kbd>↵</Kbd> {t('shell.open')}
          </span>
          <span>
            <Kbd>esc</Kbd> {t('common.close')}
          </span>
        </div>
      </div>
    </div>,
    overlayHost(),
  );
}

function LivePrice({ symbol, decimals, feed }: { symbol: string; decimals: number | undefined; feed: Item['feed'] }) {
  const tick = useTickOnly(symbol);
  if (!tick || tick.t === 0) return null;
  return (
    <span className={styles.price}>
      <FeedChip feed={feed} />
      <Price value={tick.pe} decimals={decimals} />
      <Change value={changeOf(tick)} />
    </span>
  );
}
