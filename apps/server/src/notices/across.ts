import type { Venue } from '@bourse/protocol/enums';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { SocketHub } from '../sockets/hub.ts';
import { type NoticeRow, pushOf, toldParams } from './missed.ts';

/** A notice was pushed to the pages of one server. It carries no words: other servers read the notice. */
export interface NoticeSignal {
  venue: Venue;
  account: number;
  id: string;
}
export interface NoticeBus {
  publish(signal: NoticeSignal): void;
  /** Hears signals of other servers, not this one's own. */
  subscribe(hear: (signal: NoticeSignal) => void): () => void;
}

/** How soon a lost signal is made up for. */
const lookMs = 2_000;
/** Numbers of notices are given before they are durable: a look goes back so far. */
const overlap = 1_000n;

interface Parts {
  database: Database;
  hub: Pick<SocketHub, 'listens' | 'toAccount' | 'onNotice'>;
  bus: NoticeBus;
  clock: Clock;
  log: Log;
}
type Row = NoticeRow & { venue: Venue; account: number };

/**
 * Brings a notice to pages that are open at other servers than the one that wrote it. Signals make it quick; every two seconds the database says what no signal told.
 * Pages that come later get what they missed when they sign in.
 */
export async function carryNotices({ database, hub, bus, clock, log }: Parts) {
  const newest = async () => (await database.query<{ id: bigint | null }>('SELECT max(id) AS id FROM notice'))[0]?.id ?? 0n;
  let mark = await newest();
  /** Since a little before the mark, pushed here, or nobody was here. Whatever was there at the start was pushed before, or is pushed at sign-in. */
  let known = new Set((await database.query<{ id: bigint }>('SELECT id FROM notice WHERE id > $1', [mark - overlap])).map(({ id }) => id));

  const offHub = hub.onNotice((venue, account, id) => {
    if (known.has(BigInt(id))) return;
    known.add(BigInt(id));
    bus.publish({ venue, account, id });
  });

  async function show(ids: readonly bigint[]): Promise<void> {
    const rows = await database.query<Row>(
      `SELECT venue, account, id, kind, ${toldParams} AS params, created_ms FROM notice WHERE id = ANY($1) AND shown_at IS NULL ORDER BY id`,
      [ids],
    );
    for (const row of rows) {
      if (known.has(row.id)) continue;
      known.add(row.id);
      hub.toAccount(row.venue, row.account, pushOf(row));
    }
  }

  const offBus = bus.subscribe(({ venue, account, id }) => {
    if (known.has(BigInt(id))) return;
    if (!hub.listens(venue, account)) return void known.add(BigInt(id));
    show([BigInt(id)]).catch((error) => log.warn({ err: error }, 'a notice of another server could not be read; the next look finds it'));
  });

  async function look(): Promise<void> {
    const rows = await database.query<Pick<Row, 'id' | 'venue' | 'account'>>('SELECT id, venue, account FROM notice WHERE id > $1', [
      mark - overlap,
    ]);
    const missed: bigint[] = [];
    for (const { id, venue, account } of rows) {
      if (id > mark) mark = id;
      if (known.has(id)) continue;
      if (hub.listens(venue, account)) missed.push(id);
      else known.add(id);
    }
    if (missed.length > 0) await show(missed);
    known = new Set([...known].filter((id) => id > mark - overlap));
  }

  let stopped = false;
  let cancel = () => {};
  const again = () => {
    if (stopped) return;
    cancel = clock.after(lookMs, () => {
      void look()
        .catch((error) => log.warn({ err: error }, 'the server could not look for notices; it tries again in two seconds'))
        .finally(again);
    });
  };
  again();
  return {
    look,
    stop() {
      stopped = true;
      cancel();
      offHub();
      offBus();
    },
  };
}
