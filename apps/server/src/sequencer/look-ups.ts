import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { AnswerKey, ProjectionStore, StoredAnswer } from '../projections/projection.ts';

interface Waiting {
  key: AnswerKey;
  resolve(answer: StoredAnswer | undefined): void;
  reject(error: unknown): void;
}

/** Looks command ids up in groups: whatever gathered while the last query ran goes into the next. */
export function createLookUps(options: { venue: Venue; store: ProjectionStore; mostPending: number; batch: number }) {
  const { venue, store, mostPending, batch } = options;
  let waiting: Waiting[] = [];
  let running = false;

  const run = async () => {
    running = true;
    while (waiting.length > 0) {
      const group = waiting.slice(0, batch);
      waiting = waiting.slice(batch);
      try {
        const found = await store.answers(
          venue,
          group.map(({ key }) => key),
        );
        const byKey = new Map(found.map((answer) => [`${answer.account}/${answer.commandId}`, answer]));
        for (const one of group) one.resolve(byKey.get(`${one.key.account}/${one.key.commandId}`));
      } catch (error) {
        for (const one of group) one.reject(error);
      }
    }
    running = false;
  };

  return {
    /** The stored answer, if there is one. Rejects with `overloaded` or `unavailable`. */
    find(key: AnswerKey): Promise<StoredAnswer | undefined> {
      if (waiting.length >= mostPending) return Promise.reject(new Refusal('overloaded'));
      return new Promise<StoredAnswer | undefined>((resolve, reject) => {
        waiting.push({ key, resolve, reject });
        if (!running) void run();
      }).catch(() => {
        throw new Refusal('unavailable');
      });
    },
  };
}
