import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useUi } from './context.tsx';
import { cx } from './cx.ts';
import { IconAlert, IconCheck, IconClose, IconInfo, IconWarning } from './icons.tsx';
import styles from './Toast.module.css';
import { type ToastEntry, toasts } from './toast-store.ts';

const pictures = { info: IconInfo, success: IconCheck, error: IconAlert, warning: IconWarning };

function ToastCard({ entry }: { entry: ToastEntry }) {
  const { labels } = useUi();
  const left = useRef(entry.closesAfterMs);
  const timer = useRef<{ id: number; since: number } | null>(null);
  const go = () => {
    if (entry.closesAfterMs === 0 || timer.current) return;
    timer.current = { since: Date.now(), id: window.setTimeout(() => toasts.close(entry.id), left.current) };
  };
  const pause = () => {
    if (!timer.current) return;
    window.clearTimeout(timer.current.id);
    left.current = Math.max(800, left.current - (Date.now() - timer.current.since));
    timer.current = null;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: one clock per toast
  useEffect(() => {
    go();
    return pause;
  }, []);
  const Picture = pictures[entry.kind];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: reading pauses the clock; nothing is done by the pointer alone
    <div className={cx(styles.toast, styles[entry.kind])} onPointerEnter={pause} onPointerLeave={go} onFocus={pause} onBlur={go}>
      <Picture size={20} aria-hidden />
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
      <button type="button" className={styles.close} aria-label={labels.close} onClick={() => toasts.close(entry.id)}>
        <IconClose size={16} />
      </button>
    </div>
  );
}

const none: readonly ToastEntry[] = [];

/** Top right, beside `#root`, so that a sheet does not cover it. Place it once. */
export function Toaster({ label }: { label: string }) {
  const entries = useSyncExternalStore(toasts.subscribe, toasts.read, () => none);
  return createPortal(
    <section className={styles.host} aria-label={label} aria-live="polite">
      {entries.map((entry) => (
        <ToastCard key={entry.id} entry={entry} />
      ))}
    </section>,
    document.body,
  );
}
