import { useNow } from '../../../data/index.ts';

/** 2:14:08 until an instant; 0:00:00 from then on. Hours are left out under one hour. */
export function untilText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Counts down alone: only these digits render each second. */
export function Countdown({ to }: { to: number }) {
  const now = useNow();
  return <time dateTime={new Date(to).toISOString()}>{untilText(to - now)}</time>;
}
