import { cx } from '@bourse/ui/cx.ts';
import { IconRefresh } from '@bourse/ui/icons.tsx';
import { openOverlays } from '@bourse/ui/overlay-stack.ts';
import { useEffect, useState } from 'react';
import { cache } from '../data/index.ts';
import { useT } from '../i18n/index.ts';
import styles from './Shell.module.css';

const enough = 72;

/** Pulling down at the top of the page refreshes everything on it. */
export default function PullToRefresh() {
  const t = useT();
  const [pull, setPull] = useState(0);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let start: number | null = null;
    let moved = 0;
    const begin = (event: TouchEvent) => {
      const touch = event.touches[0];
      const inside = (event.target as HTMLElement).closest('[data-no-pull], canvas, input[type=range]');
      start = window.scrollY <= 0 && event.touches.length === 1 && touch && !inside && openOverlays() === 0 ? touch.clientY : null;
      moved = 0;
    };
    const move = (event: TouchEvent) => {
      if (start === null) return;
      moved = Math.max(0, (event.touches[0]?.clientY ?? 0) - start);
      setPull(window.scrollY > 0 ? 0 : Math.min(moved * 0.5, enough + 16));
    };
    const end = () => {
      if (start !== null && moved * 0.5 >= enough) {
        setBusy(true);
        void cache.refetchActive().finally(() => setBusy(false));
      }
      start = null;
      setPull(0);
    };
    document.addEventListener('touchstart', begin, { passive: true });
    document.addEventListener('touchmove', move, { passive: true });
    document.addEventListener('touchend', end);
    document.addEventListener('touchcancel', end);
    return () => {
      document.removeEventListener('touchstart', begin);
      document.removeEventListener('touchmove', move);
      document.removeEventListener('touchend', end);
      document.removeEventListener('touchcancel', end);
    };
  }, []);
  if (pull < 8 && !busy) return null;
  return (
    <div
      className={styles.pull}
      role="status"
      aria-label={t(busy ? 'shell.refreshing' : 'shell.pullToRefresh')}
      style={busy ? undefined : { translate: `0 ${pull - 40}px`, opacity: pull / enough, rotate: `${pull * 3}deg` }}
    >
      <IconRefresh size={18} className={cx(busy && styles.turning)} />
    </div>
  );
}
