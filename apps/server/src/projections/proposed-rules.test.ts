import { type Command, createEngine, operator, system } from '@bourse/engine';
import { expect, it } from 'vitest';
import { rowsOf } from './rows.ts';

const instrument: Command = {
  ...{ kind: 'defineInstrument', instrument: 1, symbol: 'SHR/USDT', instrumentKind: 3, baseAsset: 1, quoteAsset: 2, lotUnits: 1n },
  ...{ quoteUnitsPerTickLot: 1, minLots: 1, maxLots: 100, minNotional: 1, bandBps: 1000, takerFeePpm: [1000], makerFeePpm: [500] },
  ...{ keepsProtection: true, status: 1 },
};
const rules = {
  ...{ kind: 'defineStock' as const, instrument: 1, calendar: 0, limitBps: 0, maxLeverage: 1, maintenancePpm: 100_000, shortable: false },
  ...{ interestPpm: 0, borrowPpm: 0, stampDutyPpm: 0, dayTradeRule: false, stopsWait: false, marginWarnings: false },
};

it('rules that operators decided together are kept from the approval that brought them into force, and no earlier', () => {
  const engine = createEngine({ venue: 'real' });
  const send = (command: Command, by = 0) => {
    const seq = engine.seq + 1;
    const commandId = new Uint8Array(16).fill(seq);
    const outcome = engine.apply({ seq, time: 1000 + seq, commandId, actor: by === 0 ? system : operator(by), command });
    expect(outcome, command.kind).toMatchObject({ ok: true });
    const applied = { seq, time: 1000 + seq, command, outcome };
    return rowsOf({ firstSeq: seq, lastSeq: seq, time: 1000 + seq, commands: [applied], events: engine.takeEvents() }, new Map());
  };
  const propose = (body: Extract<Command, { kind: 'propose' }>['body'], first: number, second: number) => {
    const proposed = send({ kind: 'propose', body, proof: '', reason: 'x' }, first);
    const { proposal, digest } = engine.proposals()[0]!;
    return [proposed, send({ kind: 'approve', proposal, digest, proof: '' }, second)] as const;
  };
  send({ kind: 'defineAsset', asset: 1, code: 'SHR', scale: 0, assetKind: 4 });
  send({ kind: 'defineAsset', asset: 2, code: 'USDT', scale: 2, assetKind: 2 });
  send(instrument);
  for (const one of [1, 2]) send({ kind: 'defineOperator', operator: one, powers: ['people'] });
  for (const one of [3, 4]) propose({ kind: 'defineOperator', operator: one, powers: ['rules'] }, 1, 2);
  send({ kind: 'sealVenue' });
  const [waits, applied] = propose(rules, 3, 4);
  expect(waits.rules).toEqual([]);
  expect(applied.rules).toMatchObject([{ applied: { seq: engine.seq, time: 1000 + engine.seq }, rule: rules }]);
  expect(applied.latest).toMatchObject([{ kind: 'proposal', state: 'applied', body: rules }]);
});
