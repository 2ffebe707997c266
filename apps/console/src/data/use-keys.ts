import { openOverlays } from '@bourse/ui';
import { useLayoutEffect } from 'react';

const isTyping = (target: EventTarget | null) => target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

/** Single keys of the page, by their lower case. They mean nothing while somebody types, in a dialog, or with Ctrl, Alt or Meta. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  // With the paint and not after it: a key means what is on the screen, also on a busy machine.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || openOverlays() > 0) return;
      // Enter on a button or a link presses it.
      if (event.key === 'Enter' && event.target instanceof HTMLElement && event.target.closest('a, button, summary')) return;
      const act = keys[event.key.toLowerCase()];
      if (!act) return;
      // The key must not be typed into the field that it leads to.
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
