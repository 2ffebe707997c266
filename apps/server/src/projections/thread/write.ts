import type { Venue } from '@bourse/protocol/enums';
import type { EngineKit } from '../../sequencer/kit.ts';
import type { ProjectionStore } from '../projection.ts';
import type { HistoriesEars, HistoriesThread } from './histories.ts';
import type { Packed, Projected } from './messages.ts';
import { unpack } from './pack.ts';

/** What a histories' thread does with each message. */
export const writesInto =
  (kit: EngineKit, store: Pick<ProjectionStore, 'project'>, venue: Venue) =>
  async ({ id, after, ...packed }: Packed): Promise<Projected> => {
    try {
      return { id, checkpoint: await store.project(venue, after, unpack(kit, packed)) };
    } catch (error) {
      return { id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };

/** The same in the caller's own thread, with messages copied as between two threads. For the simulator and for tests. */
export const inThisThread =
  (write: (packed: Packed) => Promise<Projected>) =>
  (ears: HistoriesEars): HistoriesThread => {
    let lives = true;
    return {
      send(packed) {
        const copied = structuredClone(packed, { transfer: [packed.numbers.buffer as ArrayBuffer] });
        void write(copied).then((answer) => lives && ears.heard(structuredClone(answer)));
      },
      async stop() {
        lives = false;
      },
    };
  };
