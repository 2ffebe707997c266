import type { Venue } from '@bourse/protocol/enums';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { SequencerObserver } from '../sequencer/options.ts';
import type { EngineState } from '../sequencer/port.ts';
import type { Shadow } from '../sequencer/shadow/shadow.ts';
import type { VenueHost } from '../sequencer/venues.ts';

/** The registry that `/metrics` prints. docs/operations.md lists the names. */
export interface ExchangeMetrics {
  registry: Registry;
  observerOf(venue: Venue): SequencerObserver;
  projectionOf(venue: Venue): (progress: { commands: number; events: number; durationMs: number }) => void;
  /** Adds the gauges that are read when `/metrics` is requested. */
  watch(host: VenueHost): void;
}

const states: readonly EngineState[] = ['recovering', 'running', 'unavailable', 'stopped'];

export function createExchangeMetrics(registry = new Registry()): ExchangeMetrics {
  const about = <L extends string = never>(name: string, help: string, ...more: L[]) => ({
    name,
    help,
    labelNames: ['venue' as const, ...more],
    registers: [registry],
  });
  const commands = new Counter(about('bourse_commands_total', 'Commands made durable'));
  const bytes = new Counter(about('bourse_journal_bytes_total', 'Encoded bytes appended to the journal'));
  const batch = new Histogram({
    ...about('bourse_batch_commands', 'Commands in one journal write'),
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
  });
  const commit = new Histogram({
    ...about('bourse_commit_seconds', 'Time of one journal write'),
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
  });
  const refused = new Counter(about('bourse_refusals_total', 'Commands the sequencer refused or lost sight of', 'reason'));
  const recoveries = new Counter(about('bourse_recoveries_total', 'Times the engine was made again from the journal'));
  const recovery = new Gauge(about('bourse_recovery_seconds', 'Time of the last recovery'));
  const lookUps = new Counter(about('bourse_command_id_lookups_total', 'Command ids that had to be looked up'));
  const state = new Gauge(about('bourse_engine_state', '1 for the state the engine is in', 'state'));
  const projection = new Histogram({
    ...about('bourse_projection_seconds', 'Time of one projection transaction'),
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
  });
  const gauge = (name: string, help: string, read: (host: VenueHost) => number, hosts: VenueHost[]) =>
    new Gauge({
      ...about(name, help),
      collect() {
        for (const host of hosts) this.set({ venue: host.port.venue }, read(host));
      },
    });
  const hosts: VenueHost[] = [];
  gauge('bourse_durable_seq', 'Sequence up to which everything is durable', ({ sequencer }) => sequencer.durable, hosts);
  gauge('bourse_queued_commands', 'Commands that wait to be applied', ({ sequencer }) => sequencer.queued, hosts);
  gauge(
    'bourse_projection_lag_commands',
    'Durable commands not yet projected',
    ({ sequencer, projector }) => Math.max(0, sequencer.durable - projector.projectedSeq),
    hosts,
  );
  gauge('bourse_projection_waiting_events', 'Events that wait to be projected', ({ projector }) => projector.waiting.events, hosts);
  const ofShadow = (name: string, help: string, read: (shadow: Shadow, host: VenueHost) => number) =>
    gauge(name, help, (host) => (host.shadow ? read(host.shadow, host) : 0), hosts);
  ofShadow('bourse_shadow_lag_commands', 'Projected commands that the shadow has not applied', ({ followedSeq }, { projector }) =>
    Math.max(0, projector.projectedSeq - followedSeq),
  );
  ofShadow('bourse_shadow_checked_batches', 'Batches whose events the shadow found equal', ({ checked }) => checked);
  ofShadow('bourse_shadow_unchecked_batches', 'Batches that the shadow came too late for', ({ unchecked }) => unchecked);
  ofShadow('bourse_shadow_warnings', '1 when the shadow does not run or found a difference', ({ warnings }) => warnings.length);

  return {
    registry,
    observerOf: (venue) => ({
      state(now) {
        for (const one of states) state.set({ venue, state: one }, one === now ? 1 : 0);
      },
      committed(written) {
        commands.inc({ venue }, written.commands);
        bytes.inc({ venue }, written.bytes);
        batch.observe({ venue }, written.commands);
        commit.observe({ venue }, written.writeMs / 1000);
      },
      refused: (reason) => refused.inc({ venue, reason }),
      recovered({ durationMs }) {
        recoveries.inc({ venue });
        recovery.set({ venue }, durationMs / 1000);
      },
      lookedUp: () => lookUps.inc({ venue }),
    }),
    projectionOf: (venue) => (progress) => projection.observe({ venue }, progress.durationMs / 1000),
    watch: (host) => {
      hosts.push(host);
    },
  };
}
