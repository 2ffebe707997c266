import { useEffect } from 'react';
import { cache } from './answers.ts';
import { serverNow } from './clock.ts';
import type { Instrument } from './reads.ts';
import { readKey } from './remote.ts';

/** The engine opens the market with its next command. */
export const turnGraceMs = 1_000;
export const instrumentsKey = readKey('GET pay/symbol/instruments', {});

/** Reads the instruments again when this one's market opens: a page may stay open over a weekend. */
export function useOpening(instrument: Pick<Instrument, 'nextOpen'> | undefined): void {
  const opensAt = instrument?.nextOpen ?? null;
  useEffect(() => {
    if (opensAt === null) return;
    const timer = setTimeout(() => void cache.refetch(instrumentsKey), opensAt - serverNow() + turnGraceMs);
    return () => clearTimeout(timer);
  }, [opensAt]);
}
