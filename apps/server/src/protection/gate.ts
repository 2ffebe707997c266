import { formatUnits } from '@bourse/money';
import type { Venue } from '@bourse/protocol/enums';
import { type ErrorName, Refusal } from '@bourse/protocol/errors';
import type { SignedInContext } from '../calls/handlers.ts';
import { utcText } from '../platform/utc-text.ts';
import { isOn, isRisky, type Product, type ProductSwitch, type ProtectionView, products } from './products.ts';
import { startOfDay } from './realised.ts';
import { dayMs, lossLimitAt, type ProtectionRecord, suitabilityAt } from './record.ts';

/** Decimals of USDT. Loss limits are stored at this scale. */
export const usdtScale = 6;

export interface ProtectionState {
  record: ProtectionRecord;
  switches: readonly ProductSwitch[];
  country: string | null;
  /** Net realised result of the day, minor units of USDT. */
  realised: bigint;
}
type Reason = ProtectionView['products'][number]['reason'];

/** The day's loss, never below zero. */
export const lostOf = (realised: bigint) => (realised < 0n ? -realised : 0n);

/** The reason why a product may not be opened now; '' when it may. Of several reasons, the one that lasts longest is returned. */
export function reasonAgainst(product: Product, session: SignedInContext['session'], state: ProtectionState, now: number): Reason {
  const { record, switches, country, realised } = state;
  if (!isOn(switches, product, session.venue, country)) return 'jurisdiction';
  if (!isRisky(product)) return '';
  if ((record.selfExcludedUntil ?? 0) > now) return 'selfExcluded';
  if ((record.coolingOffUntil ?? 0) > now) return 'coolingOff';
  if (suitabilityAt(record, now).state !== 'passed') return 'suitability';
  const { daily } = lossLimitAt(record, now);
  return daily !== null && lostOf(realised) >= daily ? 'lossLimit' : '';
}

export function refusalFor(reason: Exclude<Reason, ''>, product: Product, state: ProtectionState, now: number): Refusal {
  const { record } = state;
  const until = (name: ErrorName, time: number | null) => new Refusal(name, { until: utcText(time ?? now) });
  switch (reason) {
    case 'jurisdiction':
      return new Refusal('productDisabled', { product });
    case 'selfExcluded':
      return until('selfExcluded', record.selfExcludedUntil);
    case 'coolingOff':
      return until('coolingOff', record.coolingOffUntil);
    case 'suitability': {
      const { state, againAt } = suitabilityAt(record, now);
      return state === 'failed' ? until('suitabilityTooSoon', againAt) : new Refusal('suitabilityNeeded');
    }
    case 'lossLimit': {
      const limit = `${formatUnits(lossLimitAt(record, now).daily ?? 0n, usdtScale)} USDT`;
      return new Refusal('lossLimitReached', { limit, until: utcText(startOfDay(now) + dayMs) });
    }
  }
}

/** A demo account cannot lose money, so it confirms the risks. A real account shows that it understands them. */
export const asksOf = (venue: Venue): ProtectionView['suitability']['asks'] => (venue === 'demo' ? 'acknowledgement' : 'questions');

export function viewOf(session: SignedInContext['session'], state: ProtectionState, now: number): ProtectionView {
  const { record, realised } = state;
  const limit = lossLimitAt(record, now);
  const text = (units: bigint | null) => (units === null ? null : formatUnits(units, usdtScale));
  const later = (time: number | null) => (time !== null && time > now ? time : null);
  return {
    products: products.map((product) => {
      const reason = reasonAgainst(product, session, state, now);
      return { product, enabled: reason === '', reason };
    }),
    suitability: { ...suitabilityAt(record, now), asks: asksOf(session.venue), answeredAt: record.answeredAt },
    lossLimit: {
      daily: text(limit.daily),
      used: formatUnits(lostOf(realised), usdtScale),
      pending: text(limit.pending ?? null),
      pendingFrom: limit.pendingFrom ?? null,
      resetsAt: startOfDay(now) + dayMs,
    },
    coolingOffUntil: later(record.coolingOffUntil),
    selfExcludedUntil: later(record.selfExcludedUntil),
  };
}
