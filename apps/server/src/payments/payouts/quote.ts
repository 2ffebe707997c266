import { type RailRules, reviewFlags } from '@bourse/engine';
import { formatUnits, trimZeros } from '@bourse/money';
import type { CallArguments, CallOutput } from '@bourse/protocol/calls';
import { Wallet } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { spoken } from '../../calls/answers.ts';
import type { SignedInContext } from '../../calls/handlers.ts';
import type { TradingPorts } from '../../calls/trading.ts';
import type { Book } from '../destinations/book.ts';
import type { Rails } from '../port.ts';
import { type PayoutReads, reviewsIn } from './read.ts';
import { needsTravelRule, payoutAmount, railOut } from './request.ts';

/** A digest that is of nothing: a preview changes nothing and keeps nothing. */
const noEvidence = 'A'.repeat(43);

const feeOf = ({ feeFixed, feePpm }: Pick<RailRules, 'feeFixed' | 'feePpm'>, amount: number): number =>
  feeFixed + Number((BigInt(amount) * BigInt(feePpm) + 999_999n) / 1_000_000n);

/** Says beforehand what a payout costs, what bounds it, and what will happen to it. */
export function createQuote({
  ports,
  rails,
  book,
  reads,
  off,
}: {
  ports: TradingPorts;
  rails: Rails;
  book: Book;
  reads: PayoutReads;
  off: () => boolean;
}) {
  const { clock, venues, market } = ports;
  return async (
    { channel, amount: text, destinationId }: CallArguments<'GET pay/withdrawal/fee'>,
    context: SignedInContext,
  ): Promise<CallOutput<'GET pay/withdrawal/fee'>> => {
    const { account } = context.session;
    const rail = railOut(rails, channel);
    const { asset } = rail;
    const amount = payoutAmount(asset, text);
    const entries = (await book.all(account)).filter((entry) => entry.rail.rail === channel);
    const entry = destinationId === undefined ? undefined : entries.find(({ engine }) => String(engine.destination) === destinationId);
    if (destinationId !== undefined && entry === undefined) throw new Refusal('destinationUnknown');
    const now = clock.now();
    const { value: told } = await venues.real.read((engine) => {
      const payments = engine.payments();
      const rules = rails.rules(channel);
      const request = { kind: 'requestPayout', account, rail: channel, amount, flags: 0, factor: 'passkey', evidence: noEvidence } as const;
      return {
        rules,
        limit: payments.limit(account),
        value: payments.worth(asset.id, BigInt(amount)),
        standing: engine.standing(account),
        available: engine.balances(account).find((one) => one.wallet === Wallet.coin && one.asset === asset.id)?.available ?? 0n,
        preview: entry && payments.preview({ ...request, destination: entry.engine.destination }),
        secondAbove: payments.rules()?.secondAbove ?? 0,
      };
    });
    const money = (units: number | bigint) => trimZeros(formatUnits(BigInt(units), asset.scale));
    const usdt = market.catalogue.assetByCode('USDT');
    const inUsdt = (units: number | bigint) => trimZeros(formatUnits(BigInt(units), usdt?.scale ?? 6));
    const fee = feeOf(told.rules, amount);
    const min = told.rules.minOut > BigInt(fee) ? told.rules.minOut : BigInt(fee) + 1n;
    const { refusal, flags = 0 } = told.preview ?? {};
    const from = Math.max(entry?.usableFrom ?? 0, told.standing.payoutsUntil);
    const persons = flags === 0 ? 0 : (flags & reviewFlags.noPrice) !== 0 || (told.value ?? Infinity) > told.secondAbove ? 2 : 1;
    const typicalSeconds = await reads.typicalSeconds(channel);
    return {
      ...{ asset: asset.code, fee: money(fee), net: money(Math.max(0, amount - fee)), min: money(min), available: money(told.available) },
      ...{ limit24h: inUsdt(told.limit.limit), left24h: inUsdt(told.limit.left), level: told.standing.level as 0 | 1 | 2 },
      value: told.value === undefined ? null : inUsdt(told.value),
      usableFrom: from > now ? from : null,
      reviewReasons: reviewsIn(flags),
      persons,
      travelRule: needsTravelRule(rail, told.value, usdt?.scale ?? 6),
      typicalSeconds,
      arrivesAt: typicalSeconds === null || persons > 0 ? null : Math.max(now, from) + typicalSeconds * 1000,
      problem: off()
        ? spoken(new Refusal('withdrawalsOff'), context.language)
        : refusal
          ? spoken(new Refusal(refusal.error, refusal.detail), context.language)
          : null,
    };
  };
}
