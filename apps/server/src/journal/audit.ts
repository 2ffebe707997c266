import { createSecurityLog } from '../people/security-log.ts';
import { type Clock, sleep } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { type Journal, JournalDamaged } from './journal.ts';

export interface AuditTiming {
  /** Between the start and the first reading, which must not slow the start. */
  firstAfterMs: number;
  /** Between the end of a reading and the next. */
  everyMs: number;
  /** Until the next try when the database does not answer. */
  retryMs: number;
  /** Longest work at a time. */
  sliceMs: number;
  /** Pause after each slice. With `sliceMs` it says which share of the thread a reading takes. */
  pauseMs: number;
}

const usualTiming: AuditTiming = { firstAfterMs: 10_000, everyMs: 24 * 3_600_000, retryMs: 60_000, sliceMs: 4, pauseMs: 16 };

/** Reads a journal from its first batch, a little at a time. Throws `JournalDamaged` at the first batch that is not what was written. */
export async function readWhole(
  journal: Journal,
  clock: Clock,
  { sliceMs, pauseMs }: Pick<AuditTiming, 'sliceMs' | 'pauseMs'> = usualTiming,
  stopped: () => boolean = () => false,
): Promise<{ batches: number; nextSeq: number }> {
  const head = await journal.head();
  let batches = 0;
  let nextSeq = 1;
  let since = performance.now();
  for await (const batch of journal.read(1)) {
    batches += 1;
    nextSeq = batch.firstSeq + batch.count;
    if (stopped()) return { batches, nextSeq };
    if (performance.now() - since < sliceMs) continue;
    await sleep(clock, pauseMs);
    since = performance.now();
  }
  if (nextSeq < head.nextSeq) throw new JournalDamaged(journal.venue, nextSeq, `it ends here and should reach ${head.nextSeq - 1}`);
  return { batches, nextSeq };
}

/**
 * A start reads the journal only from the newest snapshot on. The audit reads the rest in the background, soon after the start and then every day:
 * checksums, the hash chain and that nothing is missing. A difference makes `/health` and the security log say so until a reading finds none.
 */
export class JournalAudit {
  private readonly found = new Map<string, string>();
  private readonly parts: { journals: readonly Journal[]; clock: Clock; log: Log };
  private readonly timing: AuditTiming;
  private cancel: (() => void) | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(parts: { journals: readonly Journal[]; clock: Clock; log: Log }, timing: Partial<AuditTiming> = {}) {
    this.parts = parts;
    this.timing = { ...usualTiming, ...timing };
  }

  /** What was found, in sentences. */
  get problem(): string | undefined {
    return this.found.size === 0 ? undefined : [...this.found.values()].join(' ');
  }

  start(): void {
    this.after(this.timing.firstAfterMs);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.cancel?.();
    await this.running;
  }

  private after(delayMs: number): void {
    if (this.stopped) return;
    this.cancel = this.parts.clock.after(delayMs, () => {
      this.running = this.readAll().then((complete) => this.after(complete ? this.timing.everyMs : this.timing.retryMs));
    });
  }

  /** Resolves false when a journal could not be read to its end. */
  private async readAll(): Promise<boolean> {
    const { journals, clock, log } = this.parts;
    let complete = true;
    for (const journal of journals) {
      const { venue } = journal;
      const from = clock.now();
      try {
        const { batches, nextSeq } = await readWhole(journal, clock, this.timing, () => this.stopped);
        if (this.stopped) return true;
        this.found.delete(venue);
        log.info(
          { venue, batches, commands: nextSeq - 1, ms: clock.now() - from },
          'the whole journal was read: every hash follows from the one before',
        );
      } catch (error) {
        if (error instanceof JournalDamaged) {
          this.found.set(venue, `${error.message} Restore it from a replica or backup.`);
          log.error({ err: error, venue }, 'the journal is damaged before the newest snapshot');
          createSecurityLog(log)('journalDamaged', { venue, seq: error.seq });
        } else {
          complete = false;
          log.warn({ err: error, venue }, 'the journal could not be read to its end; it will be read again');
        }
      }
    }
    return complete;
  }
}
