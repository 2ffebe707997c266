import type { RailEvent } from '@bourse/engine';
import type { ChangeRail } from '@bourse/protocol/calls';
import type { Venue } from '@bourse/protocol/enums';
import type { Catalogue } from '../market/port.ts';
import type { Rails } from '../payments/port.ts';
import type { Queryable } from '../platform/database.ts';

/** What the histories say of a rail. */
export type RailFacts = Pick<RailEvent, 'rail' | 'asset' | 'channel'>;

/** What people call a rail. One that the file no longer has is known by its asset and its number. */
export function railNamed(
  { rail, asset, channel }: RailFacts,
  { assetById }: Pick<Catalogue, 'assetById'>,
  rails: Pick<Rails, 'get'>,
): ChangeRail {
  const declared = rails.get(rail);
  return {
    ...{ id: rail, asset: assetById(asset)?.code ?? String(asset), channel, networkName: declared?.networkName ?? null },
    provider: declared?.source.kind === 'provider' ? declared.source.name : null,
  };
}

/** Rails by their numbers, as the histories have them. */
export async function railsAt(
  db: Queryable,
  venue: Venue,
  catalogue: Pick<Catalogue, 'assetById'>,
  rails: Pick<Rails, 'get'>,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, ChangeRail>> {
  const wanted = [...new Set(numbers)].filter((number) => number > 0);
  if (wanted.length === 0) return new Map();
  const rows = await db.query<{ event: RailFacts }>(
    "SELECT event FROM latest WHERE venue = $1 AND kind = 'rail' AND key = ANY($2::bigint[])",
    [venue, wanted],
  );
  return new Map(rows.map(({ event }) => [event.rail, railNamed(event, catalogue, rails)]));
}
