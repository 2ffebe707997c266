import type { SwapQuote } from '@bourse/protocol';
import { CallError } from '@bourse/protocol/client';
import { errorByCode } from '@bourse/protocol/errors';

/** A person stops typing before the exchange is asked. */
export const pauseMs = 350;
/** How long to wait after a failure that may pass by itself. */
export const retryMs = 6_000;
/** The shortest time between two quotes, where answers take longer than a quote is valid. */
const breathMs = 1_000;

/**
 * Until when a quote is good on this device's clock. The exchange's clock may differ, so only the length of its validity counts; it runs from
 * the moment of the question, which is never later than that of the quote.
 */
export function goodUntil({ quotedAt, validUntil }: Pick<SwapQuote, 'quotedAt' | 'validUntil'>, askedAt: number, now: number): number {
  return Math.max(askedAt + validUntil - quotedAt, now + breathMs);
}

const passing: ReadonlySet<string> = new Set(['priceStale', 'instrumentHalted', 'instrumentClosed']);
/** Whether the same question may have an answer later: no connection, or no price now. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof CallError) ||
  error.status === 0 ||
  error.status === 429 ||
  error.status >= 500 ||
  passing.has(errorByCode(error.code) ?? '');

/** Whole seconds that are left, and the part of the quote's life. */
export function leftOf(until: number, lifeMs: number, now: number): { seconds: number; share: number } {
  const left = Math.min(lifeMs, Math.max(0, until - now));
  return { seconds: Math.ceil(left / 1_000), share: lifeMs > 0 ? left / lifeMs : 0 };
}
