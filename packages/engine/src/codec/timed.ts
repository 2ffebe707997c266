import type { PositionDirection } from '@bourse/protocol/enums';
import type { DefineTimed, PlaceTimed } from '../commands.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { readList, writeList } from './lists.ts';

export function writeDefineTimed(w: ByteWriter, command: DefineTimed): void {
  w.count(command.instrument);
  w.count(command.asset);
  writeList(w, command.offers, ({ durationMs, payoutPpm }) => {
    w.count(durationMs);
    w.count(payoutPpm);
  });
  w.count(command.minStake);
  w.count(command.maxStake);
  w.count(command.exposureLimit);
}

export const readDefineTimed = (r: ByteReader): DefineTimed => ({
  kind: 'defineTimed',
  instrument: r.count(),
  asset: r.count(),
  offers: readList(r, () => ({ durationMs: r.count(), payoutPpm: r.count() })),
  minStake: r.count(),
  maxStake: r.count(),
  exposureLimit: r.count(),
});

export function writePlaceTimed(w: ByteWriter, command: PlaceTimed): void {
  w.count(command.account);
  w.count(command.instrument);
  w.count(command.direction);
  w.count(command.durationMs);
  w.count(command.stake);
}

export const readPlaceTimed = (r: ByteReader): PlaceTimed => ({
  kind: 'placeTimed',
  account: r.count(),
  instrument: r.count(),
  direction: r.count() as PositionDirection,
  durationMs: r.count(),
  stake: r.count(),
});
