import { firstCustomer, type RecordCursor, type Records } from '@bourse/engine';
import { changeNotices } from '../changes/change-notices.ts';
import type { Catalogue } from '../market/port.ts';
import type { Rails } from '../payments/port.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { EnginePort } from '../sequencer/port.ts';
import type { Hub } from '../sockets/port.ts';
import type { Due } from './due.ts';
import { eventNotices, mayBeTold, mayHaveNotice } from './event-notices.ts';
import { isToldOrder, orderNotices } from './order-notices.ts';
import type { Source } from './source.ts';
import { pushNotices, storeNotices } from './store.ts';

/** Rows per query. */
const pageRows = 1_000;
/** How long one round waits for the histories. If they lag longer, the next round waits again. */
const historiesWithinMs = 5_000;

interface Parts {
  database: Database;
  port: EnginePort;
  hub: Pick<Hub, 'toAccount'>;
  catalogue: Catalogue;
  rails: Pick<Rails, 'get'>;
  log: Log;
}

/**
 * Stores a notice for each thing a customer should know, and pushes it. It reads the histories, which are a moment behind the durable journal. A mark
 * in the database says how far it has read: after a stop it continues from there, and a cause that is found twice gives one notice.
 */
export class NoticeWriter {
  private readonly parts: Parts;
  private readonly sources: readonly Source[];
  private mark = 0;
  private target = 0;
  private stopped = false;
  private busy = false;
  /** The last round gave up. The next cause starts another. */
  private failed = false;
  private running: Promise<void> = Promise.resolve();
  private stopListening: (() => void) | undefined;

  constructor(parts: Parts) {
    this.parts = parts;
    this.sources = [orderNotices(parts.catalogue), eventNotices(parts.catalogue), changeNotices(parts)];
  }

  /** Listens, and begins to catch up with what happened while the server was down. It does not wait for the histories: they may be minutes behind. */
  async start(): Promise<void> {
    const { database, port } = this.parts;
    const [row] = await database.query<{ seq: bigint }>('SELECT seq FROM notice_mark WHERE venue = $1', [port.venue]);
    this.mark = Number(row?.seq ?? 0n);
    this.stopListening?.();
    this.stopListening = port.onDurable(({ records, lastSeq }) => {
      if (tellsAny(records)) this.goOn(lastSeq);
    });
    const { seq } = await port.read((engine) => engine.seq);
    this.goOn(seq);
  }

  /** Finishes the notices that are known to be due. The next start finds those that the histories do not hold yet. */
  async stop(): Promise<void> {
    this.stopListening?.();
    this.stopped = true;
    while (this.busy) await this.running;
  }

  private goOn(target: number): void {
    this.target = Math.max(this.target, target);
    if (this.busy) return;
    this.busy = true;
    this.running = this.run().finally(() => {
      this.busy = false;
      // Causes that came between the last look and now.
      if (this.mark < this.target && !this.failed) this.goOn(this.target);
    });
  }

  private async run(): Promise<void> {
    const { port, log } = this.parts;
    this.failed = false;
    while (this.mark < this.target) {
      const { target } = this;
      if (!(await port.waitProjected(target, historiesWithinMs))) {
        this.failed = this.stopped;
        if (this.stopped) return;
        continue;
      }
      try {
        await this.advance(target);
      } catch (error) {
        // The mark does not move, so the next cause, or the next start, finds these again.
        log.warn({ err: error, venue: port.venue, seq: this.mark }, 'the server could not store notices; it tries again');
        this.failed = true;
        return;
      }
    }
  }

  private async advance(target: number): Promise<void> {
    const { database, port } = this.parts;
    for (const source of this.sources) {
      let after = { seq: this.mark, sub: Number.MAX_SAFE_INTEGER };
      for (;;) {
        const { due, last, full } = await source.read(database, port.venue, after, target, pageRows);
        await this.store(due);
        if (!full || !last) break;
        after = last;
      }
    }
    await database.query(
      'INSERT INTO notice_mark (venue, seq) VALUES ($1, $2) ON CONFLICT (venue) DO UPDATE SET seq = greatest(notice_mark.seq, excluded.seq)',
      [port.venue, target],
    );
    this.mark = target;
  }

  private async store(notices: readonly Due[]): Promise<void> {
    const { database, port, hub } = this.parts;
    pushNotices(hub, port.venue, await storeNotices(database, port.venue, notices));
  }
}

function tellsAny(records: Records): boolean {
  const cursor = records.cursor();
  while (cursor.next()) if (isTold(cursor)) return true;
  return false;
}

/** Whether an event may cause a notice. The histories decide which one. */
function isTold(cursor: RecordCursor): boolean {
  if (cursor.kind === 'order') return cursor.account >= firstCustomer && isToldOrder(cursor);
  if (cursor.kind === 'change') return true;
  return mayHaveNotice(cursor.kind) && mayBeTold(cursor.event());
}
