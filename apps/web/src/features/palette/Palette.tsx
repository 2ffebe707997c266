import { Change, IconButton, IconClose, IconSearch, Kbd, overlayHost, Price, useOverlay } from '@bourse/ui';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { changeOf, lastValue, useInstruments, useLookAt, useTickOnly } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { FeedChip } from '../../shell/labels.tsx';
import { closePalette } from '../../shell/palette-state.ts';
import { useScreens } from '../../shell/screens.ts';
import { find, type Item } from './find.ts';
import styles from './Palette.module.css';
import type { OrderRow } from './rows.ts';

/** Understanding orders takes the tickets along: they come with the first text that may be one. */
const WrittenOrders = lazy(() => import('./WrittenOrders.tsx').then((module) => ({ default: module.WrittenOrders })));
const mayBeOrder = (query: string) => /\S\s+\S|\p{Script=Han}/u.test(query);

/** Rows of the list, and how many of them screens may take from instruments. */
const [most, mostScreens] = [14, 6];

/** Jumps to any instrument or screen, and trades: Enter presses the button of the slip that names the order. Arrows move, Escape closes. */
export default function Palette() {
  const t = useT();
  const navigate = useNavigate();
  const screens = useScreens();
  const listId = useId();
  const layer = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const [orders, setOrders] = useState<readonly OrderRow[]>([]);
  const slip = useRef<HTMLFormElement>(null);
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
    const of = (kind: Item['kind']) =>
      find(
        items.filter((item) => item.kind === kind),
        query,
        most,
      );
    const pages = of('screen');
    // However many instruments match, screens have their place, and the other way round.
    const symbols = of('instrument').slice(0, most - Math.min(pages.length, mostScreens));
    return [...symbols, ...pages.slice(0, most - symbols.length)];
  }, [items, query]);
  useLookAt(found.filter((item) => item.kind === 'instrument').map((item) => item.key));
  const count = orders.length + found.length;
  const chosen = Math.min(at, count - 1);
  const order = orders[chosen];
  const type = (text: string) => {
    setQuery(text);
    setAt(0);
  };
  const send = ({ title, meaning }: Extract<OrderRow, { does: 'slip' }>) => {
    const button = slip.current?.querySelector<HTMLButtonElement>('button[type=submit]:not(:disabled)');
    // The row and the button say the same, or nothing is sent: an order that was taken has cleared the button's.
    if (button && (meaning.is === 'cancel' || button.textContent?.includes(title))) button.click();
  };
  const open = (item: Item | undefined) => {
    if (!item) return;
    closePalette();
    void navigate({ href: item.to });
  };
  const keys = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && count > 0) {
      event.preventDefault();
      const next = (chosen + step + count) % count;
      setAt(next);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      // A key that is held down presses nothing.
      if (event.repeat) return;
      if (order?.does === 'write') type(order.query);
      else if (order?.does === 'slip') send(order);
      else if (!order) open(found[chosen - orders.length]);
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
            aria-activedescendant={count > 0 ? `${listId}-${chosen}` : undefined}
            aria-label={t('shell.jump')}
            placeholder={t('shell.jump')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={query}
            onChange={(event) => type(event.target.value)}
            onKeyDown={keys}
          />
          <IconButton label={t('common.close')} onClick={closePalette}>
            <IconClose size={18} />
          </IconButton>
        </div>
        <div id={listId} role="listbox" aria-label={t('shell.jump')} className={styles.list} hidden={count === 0}>
          {orders.map((row, index) => (
            <Option
              key={row.key}
              id={`${listId}-${index}`}
              head={index === 0 ? t('palette.orders') : undefined}
              chosen={index === chosen}
              does={row.does}
              title={row.title}
              under={row.under}
              onClick={() => (row.does === 'write' ? type(row.query) : setAt(index))}
            />
          ))}
          {found.map((item, place) => {
            const index = orders.length + place;
            const first = place === 0 || found[place - 1]?.kind !== item.kind;
            return (
              <Option
                key={item.key}
                id={`${listId}-${index}`}
                head={first ? t(item.kind === 'instrument' ? 'palette.instruments' : 'palette.screens') : undefined}
                chosen={index === chosen}
                title={item.title}
                under={item.under}
                onClick={() => open(item)}
                onPointerMove={() => setAt(index)}
              >
                {item.kind === 'instrument' && <LivePrice symbol={item.key} decimals={item.decimals} feed={item.feed} />}
              </Option>
            );
          })}
        </div>
        {mayBeOrder(query) && (
          <Suspense>
            <WrittenOrders query={query} chosen={order} onRows={setOrders} form={slip} />
          </Suspense>
        )}
        {count === 0 && (
          <p className={styles.empty} role="status">
            {t('palette.empty', { query })}
          </p>
        )}
        <div className={styles.foot}>
          <span>
            <Kbd>↑</Kbd>
            <Kbd>↓</Kbd> {t('palette.move')}
          </span>
          <span>
            <Kbd>↵</Kbd> {t(order?.does === 'slip' ? 'palette.send' : 'palette.open')}
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

interface OptionProps {
  id: string;
  /** Heading of the group that it begins. */
  head: string | undefined;
  chosen: boolean;
  /** Of a row that reads an order. */
  does?: OrderRow['does'];
  title: string;
  under: string;
  onClick: () => void;
  onPointerMove?: () => void;
  children?: ReactNode;
}

/** A row of the list, with the heading above it if it begins a group. */
function Option({ id, head, chosen, does, title, under, onClick, onPointerMove, children }: OptionProps) {
  return (
    <div>
      {head !== undefined && (
        <p className={styles.head} aria-hidden>
          {head}
        </p>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keyboard */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
      <div
        id={id}
        role="option"
        aria-selected={chosen}
        aria-disabled={does === 'nothing' || undefined}
        className={styles.item}
        data-row={does}
        onClick={onClick}
        onPointerMove={onPointerMove}
      >
        <span className={styles.title}>{title}</span>
        <span className={styles.under}>{under}</span>
        {children}
      </div>
    </div>
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
