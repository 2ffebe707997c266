import { ColdRecord, CommandRecord, type EngineEvent, type EventDeclaration, Records } from '@bourse/engine';

/** Invented events as records, in the cold lane whatever their kind. */
export function recordsOf(...events: readonly EngineEvent[]): Records {
  const numbers = events.flatMap(({ seq, time }, place) => [CommandRecord.code, seq, time, ColdRecord.code, place]);
  const cold = events.map((body) => ({ declaration: { kind: body.kind, owner: 'account' } as EventDeclaration, body }));
  return new Records(Float64Array.from(numbers), cold, []);
}
