import { toast } from '@bourse/ui';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { type CallOutput, cache, type Instrument, lastValue, readKey, useInstruments } from '../../../data/index.ts';
import { t } from '../../../i18n/index.ts';

/** Long enough to read what was undone, and to take it back. */
export const undoMs = 8_000;

/** The symbol whose ticket is to be shown next, until a screen shows it. */
let wanted: string | null = null;
const listeners = new Set<() => void>();

/**
 * Whether a screen with the ticket in a sheet shows it: also when an order is put back into it. A ticket belongs to its instrument: when the
 * screen turns to another one, the ticket closes, so that no press meant for the first reaches the second.
 */
export function useTicketSheet(symbol: string, open: boolean) {
  const [of, set] = useState({ symbol, shown: open || wanted === symbol });
  if (of.symbol !== symbol) set({ symbol, shown: open || wanted === symbol });
  const show = useCallback((shown: boolean) => set({ symbol, shown }), [symbol]);
  useEffect(() => {
    const hear = () => {
      if (wanted !== symbol) return;
      wanted = null;
      show(true);
    };
    hear();
    listeners.add(hear);
    return () => {
      listeners.delete(hear);
    };
  }, [symbol, show]);
  return [of.symbol === symbol && of.shown, show] as const;
}

/** Shows the ticket of an instrument on a screen that has it in a sheet. */
export function showTicket(symbol: string): void {
  wanted = symbol;
  for (const listener of listeners) listener();
}

/** Rules of an instrument that a screen has read. */
export const instrumentNow = (symbol: string): Instrument | undefined =>
  cache
    .read<CallOutput<'GET pay/symbol/instruments'>>(readKey('GET pay/symbol/instruments', {}))
    .data?.find((one) => one.symbol === symbol);

/**
 * Says what was cancelled and offers to place it again: that writes it into the ticket and shows the ticket. Nothing is sent, because only
 * the ticket's own button names the order that it sends.
 */
export function useCancelled() {
  const navigate = useNavigate();
  // An order's own page may be the first to need them.
  const instruments = lastValue(useInstruments());
  return (symbol: string, sentenceOf: (instrument: Instrument) => string, write: () => void): void => {
    const instrument = instruments?.find((one) => one.symbol === symbol) ?? instrumentNow(symbol);
    if (!instrument) return;
    const again = () => {
      write();
      showTicket(symbol);
      void navigate({ to: '/order', search: { symbol, kind: String(instrument.kind) } });
    };
    toast('success', t('trade.cancelled', { order: sentenceOf(instrument) }), {
      action: { label: t('trade.placeAgain'), onClick: again },
      closesAfterMs: undoMs,
    });
  };
}
