/** Reads tokens as colours for a canvas, in the theme and direction of the given element. */
export type TokenName =
  | 'canvas'
  | 'surface'
  | 'raised'
  | 'sunken'
  | 'line'
  | 'line-strong'
  | 'text'
  | 'text-2'
  | 'muted'
  | 'accent'
  | 'accent-weak'
  | 'accent-line'
  | 'up'
  | 'up-fill'
  | 'up-weak'
  | 'on-up'
  | 'down'
  | 'down-fill'
  | 'down-weak'
  | 'on-down'
  | 'warn';

export function tokenColours<Name extends TokenName>(
  names: readonly Name[],
  near: HTMLElement = document.documentElement,
): Record<Name, string> {
  const probe = document.createElement('span');
  probe.hidden = true;
  near.append(probe);
  const read = getComputedStyle(probe);
  const colours = Object.fromEntries(
    names.map((name) => {
      probe.style.color = `var(--${name})`;
      return [name, read.color];
    }),
  ) as Record<Name, string>;
  probe.remove();
  return colours;
}
