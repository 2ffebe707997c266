import { formatUnits, trimZeros } from '@bourse/money';
import type { Channel } from '@bourse/protocol';
import type { Database } from '../../platform/database.ts';
import { remembered } from '../../platform/remembered.ts';
import type { Rail, Rails } from '../port.ts';

/** Deposits and payouts of so long are what a usual time comes from, and so many are enough to say one. */
const sampleMs = 30 * 86_400_000;
const sampleSize = 5;
/** A usual time is computed again after so long. */
export const usualMs = 60_000;

export interface ChannelParts {
  database: Database;
  clock: { now(): number };
  rails: Rails;
  /** Operators let no payout begin now. */
  off?: (() => boolean) | undefined;
}

/** Ways of paying as customers see them: the rules that the engine has, what is declared outside, and how long it usually takes. */
export function createChannels({ database, clock, rails, off = () => false }: ChannelParts) {
  // Customers ask for it: it is not computed from every deposit of a month each time.
  const medians = remembered(clock, usualMs, async (): Promise<Map<number, number>> => {
    const rows = await database.query<{ rail: number; seconds: number }>(
      `SELECT rail, percentile_cont(0.5) WITHIN GROUP (ORDER BY ((steps->>'credited')::bigint - (steps->>'seen')::bigint) / 1000.0)::float8 AS seconds
       FROM deposit WHERE step = 'credited' AND steps ? 'seen' AND changed_at > $1 GROUP BY rail HAVING count(*) >= $2`,
      [new Date(clock.now() - sampleMs), sampleSize],
    );
    return new Map(rows.map(({ rail, seconds }) => [rail, Math.ceil(seconds)]));
  });
  /** A rail whose chain nobody reads is closed, whatever its rules say. */
  const reachable = ({ source }: Rail): boolean => source.kind !== 'chain' || rails.chain(source.network) !== undefined;

  const channelOf = (rail: Rail, usual: ReadonlyMap<number, number>): Channel => {
    const { asset, source } = rail;
    const rules = rails.rules(rail.rail);
    const money = (units: bigint | number) => trimZeros(formatUnits(BigInt(units), asset.scale));
    const declared = rail.rules.open;
    const isOpen = (bit: 1 | 2) => (rules.open & bit) !== 0 && reachable(rail);
    return {
      ...{ id: rail.rail, code: rail.code, channel: rail.channel, method: rail.method, asset: asset.code, assetName: asset.name },
      ...{ scale: asset.scale, networkName: rail.networkName, openIn: isOpen(1), openOut: isOpen(2) && !off() },
      pays: source.kind === 'desk' ? source.pays.code : source.kind === 'bank' ? source.currency.code : asset.code,
      network: 'network' in source ? source.network : null,
      provider: source.kind === 'provider' ? source.name : null,
      in:
        (declared & 1) === 0
          ? null
          : {
              min: money(rules.minIn),
              reviewAbove: money(rules.autoInMax),
              feePpm: rail.feeInPpm,
              confirmations: 'confirmations' in source ? source.confirmations : null,
              typicalSeconds: usual.get(rail.rail) ?? null,
              holdSeconds: Math.round(rules.holdMs / 1000),
            },
      out:
        (declared & 2) === 0
          ? null
          : { min: money(rules.minOut), feeFixed: money(rules.feeFixed), feePpm: rules.feePpm, typicalSeconds: null },
      desk: source.kind === 'desk' ? deskOf(source, clock.now()) : null,
    };
  };
  return {
    all: async (filter: (rail: Rail) => boolean = () => true): Promise<Channel[]> => {
      const usual = await medians();
      return rails
        .all()
        .filter(filter)
        .map((rail) => channelOf(rail, usual));
    },
    one: async (rail: Rail): Promise<Channel> => channelOf(rail, await medians()),
  };
}
export type Channels = ReturnType<typeof createChannels>;

function deskOf({ languages, opens, closes, timeZone }: Extract<Rail['source'], { kind: 'desk' }>, now: number): Channel['desk'] {
  const clockThere = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(now);
  return { languages: [...languages], opens, closes, timeZone, isOpen: clockThere >= opens && clockThere < closes };
}
