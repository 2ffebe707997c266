import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useUi } from './context.tsx';
import { cx } from './cx.ts';
import { IconAlert, IconCheck, IconClose, IconInfo, IconWarning } from './icons.tsx';
import styles from './Toast.module.css';
import { frontToast, type ToastEntry, toasts } from './toast-store.ts';

const pictures = { info: IconInfo, success: IconCheck, error: IconAlert, warning: IconWarning };

type CardProps = {
  entry: ToastEntry;
  /** A toast behind the visible one: its timer runs, and opening the pile shows it. */
  behind: boolean;
  /** Reading the toasts pauses their timers. */
  reading: boolean;
  more: { count: number; open: boolean; onPress: () => void } | null;
};

function ToastCard({ entry, behind, reading, more }: CardProps) {
  const { labels } = useUi();
  const left = useRef(entry.closesAfterMs);
  useEffect(() => {
    if (reading || entry.closesAfterMs === 0 || (entry.waits && behind)) return;
    const since = Date.now();
    const id = window.setTimeout(() => toasts.close(entry.id), left.current);
    return () => {
      window.clearTimeout(id);
      left.current = Math.max(800, left.current - (Date.now() - since));
    };
  }, [reading, entry, behind]);
  const Picture = pictures[entry.kind];
  return (
    <div className={cx(styles.toast, styles[entry.kind])} data-behind={behind || undefined}>
      <Picture size={18} aria-hidden />
      <span className={styles.text}>{entry.text}</span>
      {entry.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            entry.action?.onClick();
            toasts.close(entry.id);
          }}
        >
          {entry.action.label}
        </button>
      )}
      {more && (
        <button type="button" className={styles.more} aria-label={labels.showAll} aria-expanded={more.open} onClick={more.onPress}>
          +{more.count}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={labels.close} onClick={() => toasts.close(entry.id)}>
        <IconClose size={16} />
      </button>
    </div>
  );
}

const none: readonly ToastEntry[] = [];

/**
 * Toasts in the row of the screen's head, next to `#root` in the page. A toast covers the screen's name for a moment, never a total, a row
 * of tabs or the button that sends an order. One is visible; the others wait behind its count. Render this once.
 */
export function Toaster({ label }: { label: string }) {
  const entries = useSyncExternalStore(toasts.subscribe, toasts.read, () => none);
  const [inside, setInside] = useState(false);
  const [opened, setOpened] = useState(false);
  const front = frontToast(entries);
  const open = opened && entries.length > 1;
  const leave = () => {
    setInside(false);
    setOpened(false);
  };
  return createPortal(
    <section
      className={cx(styles.host, open && styles.open)}
      aria-label={label}
      aria-live="polite"
      onPointerEnter={() => setInside(true)}
      onPointerLeave={leave}
      onFocus={() => setInside(true)}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || leave()}
    >
      {entries.map((entry) => (
        <ToastCard
          key={entry.id}
          entry={entry}
          behind={!open && entry !== front}
          reading={inside}
          more={entry === front && entries.length > 1 ? { count: entries.length - 1, open, onPress: () => setOpened(!open) } : null}
        />
      ))}
    </section>,
    document.body,
  );
}
