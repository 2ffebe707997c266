/** The tokens as colours a canvas understands, read where the chart stands: theme and direction of prices included. */
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
  grid: 'color-mix(in oklab, var(--line) 62%, transparent)',
  /* Lines of indicators: greys and inks, so that they are never read as a direction. */
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
