import { type Actor, type Command, createEngine, system } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { accountOf } from '../sequencer/command-ids.ts';
import type { Applied, EnginePort } from '../sequencer/port.ts';
import { noVenue } from './console.ts';

/** A venue's engine without a journal, which can be taken away. Commands that are sent are kept. */
export function engineVenue(venue: Venue, clock: { now(): number }) {
  const engine = createEngine({ venue });
  const sent: Command[] = [];
  const state = { away: false };
  const tell = (command: Command, actor: Actor = system): Omit<Applied, 'repeated'> => {
    const seq = engine.seq + 1;
    const commandId = new Uint8Array(16);
    new DataView(commandId.buffer).setUint32(12, seq);
    const time = clock.now();
    const outcome = engine.apply({ seq, time, commandId, actor, command });
    engine.discardEvents();
    return { seq, time, outcome };
  };
  const port: EnginePort = {
    ...noVenue(venue),
    submit: async ({ account, commandId, command, actor }) => {
      if (state.away) throw new Refusal('unavailable');
      // As the sequencer has it: the journal knows a command's account from its body only.
      if (commandId !== undefined && accountOf(command) !== account)
        throw new Error(`a command of account ${accountOf(command)} was sent as ${account}`);
      sent.push(command);
      return { ...tell(command, actor), repeated: false };
    },
    read: async (reader) => {
      if (state.away) throw new Refusal('unavailable');
      return { seq: engine.seq, value: reader(engine) };
    },
  };
  return {
    ...{ engine, sent, state, port, tell },
    /** Two who appoint, and two of compliance, whose numbers are these. */
    appoint(first: number, second: number) {
      for (const each of [9001, 9002]) tell({ kind: 'defineOperator', operator: each, powers: ['people'] });
      tell({ kind: 'defineOperator', operator: first, powers: ['compliance'] });
      const body = { kind: 'defineOperator', operator: second, powers: ['compliance'] } as const;
      this.together(body, 9001, 9002);
    },
    /** Two operators decide about a command. */
    together(body: Extract<Command, { kind: 'propose' }>['body'], first: number, second: number) {
      const { outcome } = tell({ kind: 'propose', body, proof: '', reason: 'of a test' }, { by: 'operator', id: first });
      if (!outcome.ok || outcome.result.kind !== 'proposal') throw new Error(JSON.stringify(outcome));
      const { proposal, digest } = outcome.result;
      return tell({ kind: 'approve', proposal, digest, proof: '' }, { by: 'operator', id: second });
    },
  };
}
