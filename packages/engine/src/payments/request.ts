import { flows } from '@bourse/protocol/flows';
import { ceilShare } from '../base/exact.ts';
import type { Asset } from '../catalogue/assets.ts';
import type { State } from '../core/state.ts';
import { amountWords, timeWords } from '../core/words.ts';
import { feeClassOf } from '../membership/class.ts';
import { badField, payoutResult, refuse } from '../outcomes.ts';
import type { Rail } from './book.ts';
import type { Destination, PayoutRules, RequestPayout } from './declare.ts';
import { coinsOf, tellPayout } from './move.ts';
import type { Payout } from './payouts.ts';
import { railOpen, reviewFlags, serverFlags } from './states.ts';
import { valueAsset, worthOf } from './value.ts';

/** Takes the amount out of what is available and holds it until the payout's end. */
export function requestPayout(s: State, owner: number, command: RequestPayout) {
  const ready = readyPayout(s, owner, command);
  if ('error' in ready) return ready;
  const { payout, rail, own } = ready;
  s.payments.payouts.next += 1;
  s.ledger.freeze(own, payout.amount, flows.withdrawalFreeze.code, payout.payout, 0);
  s.payments.payouts.put(payout);
  if (payout.flags === 0) rail.note(payout.value, s.time);
  tellPayout(s, payout);
  return payoutResult(payout.payout, payout.fee, payout.flags);
}

/** The payout that a request would become, or its refusal. Changes nothing. */
export function readyPayout(s: State, owner: number, command: RequestPayout) {
  const { account, amount, factor, evidence } = command;
  if ((command.flags & ~serverFlags) !== 0 || command.flags > serverFlags) return badField('flags', 'unknown');
  const found = wayOut(s, command);
  if ('error' in found) return found;
  const { rail, rules, destination } = found;
  const asset = s.assets.get(rail.rules.asset)!;
  const fee = rail.rules.feeFixed + ceilShare(amount, rail.rules.feePpm);
  const value = worthOf(s, asset, BigInt(amount));
  const small = checkSize(rail, asset, amount, fee);
  if (small !== undefined) return small;
  const own = coinsOf(s, owner, asset);
  if (!s.ledger.covers(own, amount)) {
    const available = amountWords(asset, s.ledger.available(own));
    return refuse('insufficientBalance', { asset: asset.code, available, needed: amountWords(asset, BigInt(amount)) });
  }
  const beyond = checkDay(s, rules, owner, account, value ?? 0);
  if (beyond !== undefined) return beyond;
  const flags = command.flags | flagsOf(s, rail, rules, destination, value);
  const payout: Payout = {
    ...{ payout: s.payments.payouts.next, account, rail: rail.rules.rail, channel: rail.rules.channel },
    ...{ destination: destination.destination, digest: destination.digest, asset: asset.asset, amount },
    ...{ feeFixed: rail.rules.feeFixed, feePpm: rail.rules.feePpm, fee, value: value ?? 0, priced: value !== undefined, flags },
    ...{ factor, factorEvidence: evidence, requestedAt: s.time, state: flags === 0 ? 'approved' : 'waiting' },
    ...{ attempt: 0, reason: 'none', evidence: '', returned: 0, endedBy: 0 },
  };
  return { payout, rail, own };
}

/** Whether this account may be paid now, there. */
function wayOut(s: State, { account, rail: wanted, destination: named }: RequestPayout) {
  const { rails, rules, destinations } = s.payments;
  const rail = rails.get(wanted);
  if (rail === undefined || (rail.rules.open & railOpen.out) === 0 || rules === undefined) return refuse('railOff');
  const { level, payoutsUntil } = s.standing.of(account);
  if (level === 0) return refuse('identityNeeded');
  if (payoutsUntil > s.time) return refuse('payoutsHeld', { until: timeWords(payoutsUntil) });
  const destination = destinations.get(named);
  if (destination === undefined || destination.account !== account || destination.rail !== wanted) return refuse('destinationUnknown');
  if (destination.usableFrom > s.time) return refuse('destinationCooling', { until: timeWords(destination.usableFrom) });
  return { rail, rules, destination };
}

function checkSize({ rules: { minOut } }: Rail, asset: Asset, amount: number, fee: number) {
  const min = minOut > BigInt(fee) ? minOut : BigInt(fee) + 1n;
  return BigInt(amount) < min ? refuse('payoutTooSmall', { min: `${amountWords(asset, min)} ${asset.code}` }) : undefined;
}

/** What was asked for in the 24 hours before, without what was released, and this on top. What nobody can value counts nothing; people look at it. */
function checkDay(s: State, rules: PayoutRules, owner: number, account: number, value: number) {
  const day = s.payments.payouts.lastDay(account, s.time);
  const { payoutsPerDay } = s.limits;
  if (day.length >= payoutsPerDay) return refuse('payoutsTooMany', { limit: payoutsPerDay });
  const asked = day.reduce((sum, payout) => sum + BigInt(payout.value), 0n);
  const limit = dayLimit(s, rules, owner, account);
  if (asked + BigInt(value) <= limit) return undefined;
  const coin = s.assets.withCode(valueAsset);
  const left = asked < limit ? limit - asked : 0n;
  return refuse('payoutLimit', { left24h: `${coin === undefined ? left : amountWords(coin, left)} ${valueAsset}` });
}

/** In minor units of USDT. */
export function dayLimit(s: State, { levelLimits, factorsPpm }: PayoutRules, owner: number, account: number): bigint {
  const factor = factorsPpm[Math.min(feeClassOf(s, owner), factorsPpm.length - 1)]!;
  return (BigInt(levelLimits[s.standing.of(account).level]!) * BigInt(factor)) / 1_000_000n;
}

/** Why people look at a payout before it is sent. */
function flagsOf(s: State, rail: Rail, rules: PayoutRules, { account, addedAt }: Destination, value: number | undefined): number {
  const { payouts } = s.payments;
  const lately = payouts.lastDay(account, s.time).filter(({ requestedAt }) => requestedAt + rules.burstMs > s.time).length;
  const holds: Partial<Record<keyof typeof reviewFlags, boolean>> = {
    firstPayout: !payouts.paid.has(account),
    youngDestination: s.time < addedAt + rules.youngMs,
    manyAtOnce: lately + 1 >= rules.burstCount,
    aboveReview: value !== undefined && value > rules.reviewAbove,
    aboveSecond: value !== undefined && value > rules.secondAbove,
    noPrice: value === undefined,
    railCap: value !== undefined && rail.unreviewed(s.time) + value > rail.rules.hourlyUnreviewed,
    restricted: s.standing.of(account).mode !== 'normal',
  };
  return Object.entries(holds).reduce((flags, [name, set]) => (set ? flags | reviewFlags[name as keyof typeof reviewFlags] : flags), 0);
}
