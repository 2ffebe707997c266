import { InstrumentStatus } from '@bourse/protocol/enums';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import { sendDecided } from '../../sequencer/send-decided.ts';
import { type Announcement, commandOf, effectiveAt } from '../catalogue/corporate-actions.ts';
import type { Feed } from '../feeds/port.ts';
import type { Catalogue, InstrumentInfo } from '../port.ts';

const lookEveryMs = 5_000;

/**
 * Applies announced splits and dividends to one venue on the day they are played, between two sessions, once per reference. The engine remembers the
 * references; this class only avoids repeated commands.
 */
export class CorporateActions {
  private readonly port: EnginePort;
  private readonly catalogue: Catalogue;
  private readonly feedOf: (instrument: number) => Feed;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly applied = new Set<string>();
  private cancel: (() => void) | null = null;
  private looking = false;

  constructor(port: EnginePort, parts: { catalogue: Catalogue; feedOf: (instrument: number) => Feed; clock: Clock; log: Log }) {
    this.port = port;
    this.catalogue = parts.catalogue;
    this.feedOf = parts.feedOf;
    this.clock = parts.clock;
    this.log = parts.log;
  }

  start() {
    const loop = () => {
      void this.look();
      this.cancel = this.clock.after(lookEveryMs, loop);
    };
    loop();
  }
  stop() {
    this.cancel?.();
    this.cancel = null;
  }

  /** Whether an action is due that the engine does not have yet. A price from after it must not meet positions from before it. */
  awaits(instrument: InstrumentInfo): boolean {
    return this.catalogue.announcements.some((one) => {
      const command = one.symbol === instrument.symbol ? this.due(one, instrument) : undefined;
      return command !== undefined && !this.applied.has(command.reference);
    });
  }

  /** The command of an action whose time has come. */
  private due(one: Announcement, instrument: InstrumentInfo) {
    const played = this.feedOf(instrument.id).played(instrument.id, effectiveAt(one));
    return played && played.wall <= this.clock.now() ? commandOf(one, instrument.id, instrument.quote, played.pass) : undefined;
  }

  /** Applies the actions that are due. Public for tests that control the clock. */
  async look(): Promise<void> {
    if (this.looking || this.port.state !== 'running') return;
    this.looking = true;
    /** Stocks that must wait: actions of one stock are applied in order. */
    const waiting = new Set<number>();
    try {
      for (const one of this.catalogue.announcements) {
        const instrument = this.catalogue.instrumentBySymbol(one.symbol);
        if (!instrument?.tradable || waiting.has(instrument.id)) continue;
        const command = this.due(one, instrument);
        if (!command) continue;
        if (!this.applied.has(command.reference) && !(await this.apply(instrument, command))) waiting.add(instrument.id);
      }
    } catch (error) {
      this.log.warn({ err: error, venue: this.port.venue }, 'the server could not apply corporate actions; it tries again');
    } finally {
      this.looking = false;
    }
  }

  /**
   * On a sealed venue people decide an action: the server proposes it once, and the engine applies it with their decision. Undefined: the venue is not sealed;
   * otherwise whether it was applied.
   */
  private async appliedByPeople(command: ReturnType<typeof commandOf>): Promise<boolean | undefined> {
    const { value } = await this.port.read((engine) => ({
      sealed: engine.sealed,
      applied: engine.sealed && engine.inForce(command) !== undefined,
    }));
    if (!value.sealed) return undefined;
    if (!value.applied) await sendDecided(this.port, command, command.reference);
    return value.applied;
  }

  /** Returns false when it must be retried: a session is running, or the engine still works on the day or action before. */
  private async apply(instrument: InstrumentInfo, command: ReturnType<typeof commandOf>): Promise<boolean> {
    const { reference } = command;
    const decided = await this.appliedByPeople(command);
    if (decided) this.applied.add(reference);
    if (decided !== undefined) return decided;
    // A replayed stock has no calendar to close it. Close it for the moment, so that nothing trades in between.
    const shut = instrument.stock?.calendar === 0;
    const setStatus = (status: InstrumentStatus) =>
      this.port.submit({
        account: 0,
        command: {
          ...{ kind: 'announceChange', body: { kind: 'setInstrumentStatus', instrument: instrument.id, status } },
          ...{ origin: 'server', reason: reference, from: 0 },
        },
      });
    const before = shut ? (await this.port.read((engine) => engine.instrument(instrument.id)?.status)).value : undefined;
    if (before === InstrumentStatus.trading) await setStatus(InstrumentStatus.closed);
    const { outcome } = await this.port.submit({ account: 0, command });
    if (before === InstrumentStatus.trading) await setStatus(InstrumentStatus.trading);
    if (outcome.ok) this.log.info({ venue: this.port.venue, reference }, 'the engine applied a corporate action');
    else if (outcome.error === 'corporateActionInSession' || outcome.error === 'overloaded') return false;
    else if (outcome.error !== 'referenceBooked')
      this.log.error(
        { venue: this.port.venue, reference, error: outcome.error, detail: outcome.detail },
        'the engine refused a corporate action; check its terms',
      );
    this.applied.add(reference);
    return true;
  }
}
