import { useEffect, useState } from 'react';
import { takeLeaves } from '../../data/commands/told-leaves.ts';
import { call, emit, on, session } from '../../data/index.ts';
import { type Finding, type Kept, nothingKept, ofOwner, withCommand } from './kept.ts';
import { type KeptStore, openStore } from './store.ts';
import { Watcher } from './watcher.ts';

export interface KeeperState {
  kept: Kept;
  /** False where the browser denies storage. */
  lasting: boolean;
  checking: boolean;
  /** Why the last check could not be made; null when it could. */
  problem: string | null;
}

export const openFindings = ({ findings }: Kept): readonly Finding[] => findings.filter(({ closed }) => !closed);

/** What this device keeps about the logs, for screens, and the check against the exchange. */
export class Keeper {
  readonly watcher: Watcher;
  private readonly store: KeptStore;
  private readonly listeners = new Set<() => void>();
  state: KeeperState;

  constructor(store: KeptStore) {
    const told: KeptStore = {
      lasting: store.lasting,
      read: () => store.read(),
      update: async (change) => {
        const kept = await store.update(change);
        this.tell({ kept });
        return kept;
      },
    };
    this.store = told;
    this.state = { kept: nothingKept, lasting: store.lasting, checking: false, problem: null };
    this.watcher = new Watcher({
      call: (name, input) => call(name, input, { noMsg: true }),
      store: told,
      now: () => Date.now(),
      owner: () => session.userId,
      venue: () => (session.isDemo ? 'demo' : 'real'),
    });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  private tell(part: Partial<KeeperState>): void {
    this.state = { ...this.state, ...part };
    if (part.kept && openFindings(part.kept).length > 0) emit('contradiction', {});
    for (const listener of [...this.listeners]) listener();
  }

  async read(): Promise<Kept> {
    const kept = await this.store.read();
    this.tell({ kept });
    return kept;
  }
  update = (change: (kept: Kept) => Kept): Promise<Kept> => this.store.update(change);

  /** Compares the logs with what is kept. Never rejects: a check that cannot be made is a problem to show, not a finding. */
  async check(): Promise<void> {
    this.tell({ checking: true });
    try {
      await this.watcher.check();
      this.tell({ problem: null });
    } catch (error) {
      this.tell({ problem: error instanceof Error ? error.message : String(error) });
    } finally {
      this.tell({ checking: false });
    }
  }

  /** The customer has the evidence, or does not want it: its page stays away. */
  close = (closing: readonly Finding[]): Promise<Kept> =>
    this.update((kept) => ({
      ...kept,
      findings: kept.findings.map((one) => (closing.some(({ id }) => id === one.id) ? { ...one, closed: true } : one)),
    }));
}

let made: Promise<Keeper> | undefined;
export const openKeeper = (): Promise<Keeper> => {
  made ??= openStore().then(async (store) => {
    const keeper = new Keeper(store);
    await keeper.read();
    return keeper;
  });
  return made;
};

const hourMs = 3_600_000;

/** Checks at each sign-in and hourly, and keeps the leaves that acknowledgements name. Stops with the page. `told`: leaves that were named before. */
export async function startKeeper(): Promise<void> {
  const keeper = await openKeeper();
  let owner: string | null = null;
  const begin = () => {
    const { userId } = session;
    if (!session.signedIn || userId === owner) return;
    owner = userId;
    // What another customer of this device kept is nothing to this one.
    void keeper.update((kept) => ofOwner(kept, userId)).then(() => keeper.check());
  };
  on('session', ({ signedIn }) => {
    if (signedIn) begin();
    else owner = null;
  });
  const keepLeaves = () => {
    for (const { leaf, ...told } of takeLeaves()) {
      const [, venue, seq] = /^(real|demo)\/([1-9]\d{0,14})$/.exec(leaf) ?? [];
      if (venue && told.owner === session.userId) void keeper.update((kept) => withCommand(kept, { ...told, venue, seq: Number(seq) }));
    }
  };
  on('leaf', keepLeaves);
  keepLeaves();
  setInterval(() => void keeper.check(), hourMs);
  begin();
}

/** The customer signs out of this device: nothing of theirs stays. Heads, keys and findings are about the exchange and do. */
export const forgetOwn = async (): Promise<void> => void (await (await openKeeper()).update((kept) => ofOwner(kept, null)));

/** What is kept, for a screen. Undefined until it was read. */
export function useKeeper(): { keeper: Keeper; state: KeeperState } | undefined {
  const [found, setFound] = useState<{ keeper: Keeper; state: KeeperState }>();
  useEffect(() => {
    let here = true;
    let leave = () => {};
    void openKeeper().then((keeper) => {
      if (!here) return;
      const tell = () => setFound({ keeper, state: keeper.state });
      leave = keeper.subscribe(tell);
      tell();
    });
    return () => {
      here = false;
      leave();
    };
  }, []);
  return found;
}
