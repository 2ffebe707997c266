import { system } from '@bourse/engine';
import type { OperatorInVenue } from '@bourse/protocol/admin';
import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Job } from '../jobs/jobs.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { EnginePort, Venues } from '../sequencer/port.ts';

const minute = 60_000;

/** What a venue has of each operator, and the open proposal that ends one. */
export async function operatorsIn(port: EnginePort): Promise<(operator: number) => OperatorInVenue> {
  const { value } = await port.read((engine) => ({
    known: new Map(engine.operators().map(({ operator, powers }) => [operator, powers.length > 0])),
    ends: new Map(
      engine
        .proposals()
        .flatMap(({ body, proposal }) =>
          body.kind === 'defineOperator' && body.powers.length === 0 ? [[body.operator, proposal] as const] : [],
        ),
    ),
  }));
  return (operator) => {
    const proposal = value.ends.get(operator);
    const acts = value.known.get(operator);
    const state = acts === undefined ? 'none' : !acts ? 'ended' : proposal === undefined ? 'acts' : 'ends';
    return { venue: port.venue, state, proposal: proposal === undefined ? null : String(proposal) };
  };
}

/** The same of all venues that can be read now. */
export async function operatorsInVenues(venues: Venues): Promise<(operator: number) => OperatorInVenue[]> {
  const all = await Promise.all(Object.values(venues).map((port) => operatorsIn(port).catch(() => undefined)));
  return (operator) => all.flatMap((of) => (of ? [of(operator)] : []));
}

/**
 * An operator who was ended acts no more at the console from that moment. A venue takes the powers away when people who appoint have decided so: this raises
 * the proposal, in the server's name, wherever an ended operator still has powers, and raises it again when it lapsed.
 */
export function endInVenues({ database, venues, log }: { database: Database; venues: Venues; log: Pick<Log, 'warn'> }): Job {
  const endIn = async (port: EnginePort, ended: readonly number[]) => {
    const of = await operatorsIn(port);
    for (const operator of ended) {
      if (of(operator).state !== 'acts') continue;
      const body = { kind: 'defineOperator', operator, powers: [] } as const;
      const { outcome } = await port.submit({
        account: 0,
        actor: system,
        command: { kind: 'propose', body, proof: '', reason: `operator ${operator} was ended` },
      });
      if (!outcome.ok) throw new Refusal(outcome.error, outcome.detail ?? {});
    }
  };
  return {
    name: 'end-operators',
    everyMs: minute,
    async run() {
      const rows = await database.query<{ id: number }>('SELECT id FROM operator WHERE ended_at IS NOT NULL ORDER BY id');
      for (const [venue, port] of Object.entries(venues) as [Venue, EnginePort][])
        await endIn(
          port,
          rows.map(({ id }) => id),
        ).catch((error) => log.warn({ err: error, venue }, 'a venue could not be asked to end an operator yet; it is asked again'));
    },
  };
}
