import { OrderSide } from '@bourse/protocol/enums';
import { openOverlays } from '@bourse/ui';
import { type RefObject, useEffect } from 'react';
import type { Instrument } from '../../../data/index.ts';
import { turnTicket } from '../ticket/turn.ts';

/** B and S set the ticket's side and focus it; Escape leaves a field. No single key ever sends anything. */
export function useTradingKeys(instrument: Instrument, form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const typing = target.closest?.('input, textarea, select, [contenteditable]');
      if (event.key === 'Escape' && typing && form.current?.contains(target)) {
        target.blur();
        return;
      }
      if (typing || event.metaKey || event.ctrlKey || event.altKey || openOverlays() > 0) return;
      const key = event.key.toLowerCase();
      if (key !== 'b' && key !== 's') return;
      if (!form.current) return;
      event.preventDefault();
      turnTicket(instrument, key === 'b' ? OrderSide.buy : OrderSide.sell);
      const field = form.current.querySelector<HTMLInputElement>('[name=quantity]');
      field?.focus();
      field?.select();
    };
    document.addEventListener('keydown', keys);
    return () => document.removeEventListener('keydown', keys);
  }, [instrument, form]);
}
