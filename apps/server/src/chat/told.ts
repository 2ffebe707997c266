import type { NoticeBus } from '../notices/across.ts';

/** What other readers of a group hear at once. It carries no words: whoever hears it reads the log. A signal that is lost costs two seconds. */
export type Signal =
  | { what: 'entry' }
  | { what: 'read'; member: string; role: 0 | 1 | 2 | 3; offset: number }
  | { what: 'typing'; member: string; role: 0 | 1 | 2 | 3 };

export interface Bus {
  publish(group: string, signal: Signal): void;
  /** Hears every group's signals, this process's own too. */
  subscribe(hear: (group: string, signal: Signal) => void): () => void;
  /** Notices go the same way. */
  readonly notices: NoticeBus;
  close(): Promise<void>;
}

/** Of one process. */
export function createLocalBus(): Bus {
  const listeners = new Set<(group: string, signal: Signal) => void>();
  return {
    publish(group, signal) {
      for (const hear of listeners) hear(group, signal);
    },
    subscribe(hear) {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    // There is no other server.
    notices: { publish: () => {}, subscribe: () => () => {} },
    close: async () => listeners.clear(),
  };
}

/** What the room says after a commit. */
export const tell = (bus: Pick<Bus, 'publish'>) => ({
  entry: (group: string | bigint) => bus.publish(String(group), { what: 'entry' }),
  read: (group: string | bigint, mark: { member: string; role: 0 | 1 | 2 | 3; offset: number }) =>
    bus.publish(String(group), { what: 'read', ...mark }),
});
export type Told = ReturnType<typeof tell>;
