/** The tokens as canvas colours, read at the chart: its theme and the price directions included. */
const wanted = {
  surface: 'var(--surface)',
  line: 'var(--line)',
  lineStrong: 'var(--line-strong)',
  text: 'var(--text)',
  text2: 'var(--text-2)',
  muted: 'var(--muted)',
  raised: 'var(--raised)',
  accent: 'var(--accent)',
  accentWeak: 'var(--accent-weak)',
  up: 'var(--up)',
  upFill: 'var(--up-fill)',
  upFaint: 'color-mix(in oklab, var(--up-fill) 24%, transparent)',
  onUp: 'var(--on-up)',
  down: 'var(--down)',
  downFill: 'var(--down-fill)',
  downFaint: 'color-mix(in oklab, var(--down-fill) 24%, transparent)',
  onDown: 'var(--on-down)',
  areaFill: 'color-mix(in oklab, var(--text) 7%, transparent)',
  grid: 'color-mix(in oklab, var(--line) 62%, transparent)',
  /* Indicator lines are grey or ink, so that none looks like a price direction. */
  first: 'var(--muted)',
  second: 'var(--accent)',
  third: 'light-dark(var(--ink-3), var(--ink-5))',
  fourth: 'var(--warn)',
  fifth: 'var(--text)',
} as const;

export type ChartColours = Record<keyof typeof wanted, string>;

export function chartColours(near: HTMLElement): ChartColours {
  const probe = document.createElement('span');
  probe.hidden = true;
  near.append(probe);
  const read = getComputedStyle(probe);
  const colours = Object.fromEntries(
    Object.entries(wanted).map(([name, colour]) => {
      probe.style.color = colour;
      return [name, read.color];
    }),
  ) as ChartColours;
  probe.remove();
  return colours;
}
