import type { KeyboardEvent, ReactNode } from 'react';

export type Option<Value extends string> = {
  value: Value;
  label: ReactNode;
  disabled?: boolean | undefined;
  tone?: 'up' | 'down' | undefined;
};

/** Arrow keys walk a row of choices; in right-to-left writing they follow the eye. */
export function walk(event: KeyboardEvent<HTMLElement>, selector: string) {
  const keys = ['ArrowLeft', 'ArrowRight', 'Home', 'End'];
  if (!keys.includes(event.key)) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = items.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  const forward = (event.key === 'ArrowRight') !== (getComputedStyle(event.currentTarget).direction === 'rtl');
  const next =
    event.key === 'Home' ? items[0] : event.key === 'End' ? items.at(-1) : items[(at + (forward ? 1 : -1) + items.length) % items.length];
  next?.focus();
  next?.click();
}
