import { Wallet } from '@bourse/protocol/enums';
import { describe, expect, it } from 'vitest';
import type { ApprovedCommand, Command } from '../commands.ts';
import { House } from '../core/accounts.ts';
import { operator, system } from '../core/actor.ts';
import { ada, ana, bea, cem, dan, eva, fay, GateVenue, numberOf, proof } from '../testing/gate-venue.ts';

const capital = (number: number, amount = 1000n) =>
  ({ kind: 'fundHouse', number, account: House.insurance, wallet: Wallet.contract, asset: 2, amount }) as const;
const powersOf = (who: number, ...powers: ('see' | 'money' | 'house' | 'rules' | 'people')[]) =>
  ({ kind: 'defineOperator', operator: who, powers }) as const;
const sealed = () => new GateVenue().appoint().seal();
const refused = (error: string) => ({ ok: false, error });
const became = (state: string, error = '') => ({ ok: true, result: { kind: 'proposal', state, refused: error } });

/** Sends what must be refused, and sees that nothing at all changed but the sequence. */
function nothing(venue: GateVenue, error: string, send: () => unknown): void {
  const before = [venue.engine.operators(), venue.engine.proposals(), venue.engine.balances(House.insurance), venue.told.length];
  expect(send()).toMatchObject(refused(error));
  expect([venue.engine.operators(), venue.engine.proposals(), venue.engine.balances(House.insurance), venue.told.length]).toEqual(before);
}

describe('the first operators', () => {
  it('are defined by the system: three, so that two of them appoint, and then never again', () => {
    const venue = new GateVenue();
    venue.must(powersOf(ada, 'people'));
    venue.must(powersOf(cem, 'money'));
    nothing(venue, 'approvalNeeded', () => venue.send(powersOf(dan, 'money')));
    nothing(venue, 'approvalNeeded', () => venue.send(powersOf(cem, 'money', 'rules')));
    nothing(venue, 'approvalNeeded', () => venue.send(powersOf(ada)));
    nothing(venue, 'approvalNeeded', () => venue.send(powersOf(bea, 'people'), ada));
    nothing(venue, 'powersExclude', () => venue.send(powersOf(bea, 'people', 'money')));
    venue.must(powersOf(bea, 'people'));
    for (const who of [ada, cem, dan, 77]) nothing(venue, 'approvalNeeded', () => venue.send(powersOf(who, 'people')));
    expect(venue.engine.operators().map(({ operator: who }) => who)).toEqual([ada, bea, cem]);
    // Ended ones stay counted.
    venue.together([ada, bea], powersOf(cem));
    nothing(venue, 'approvalNeeded', () => venue.send(powersOf(dan, 'people')));
  });

  it('are no more once the venue is sealed, which takes two who appoint', () => {
    const venue = new GateVenue();
    nothing(venue, 'operatorsTooFew', () => venue.send({ kind: 'sealVenue' }));
    venue.must(powersOf(ada, 'people'));
    nothing(venue, 'operatorsTooFew', () => venue.send({ kind: 'sealVenue' }));
    venue.must(powersOf(bea, 'people'));
    venue.seal();
    expect(venue.engine.sealed).toBe(true);
    nothing(venue, 'approvalNeeded', () => venue.send(powersOf(cem, 'people')));
    venue.together([ada, bea], powersOf(cem, 'people'));
    expect(venue.send({ kind: 'sealVenue' })).toMatchObject({ ok: true });
    expect(venue.told.filter(({ kind }) => kind === 'venueSealed').length).toBe(1);
    venue.restart();
    expect(venue.engine.sealed).toBe(true);
  });

  it('come before any proposal', () => {
    const venue = new GateVenue();
    for (const by of [system, operator(0), operator(7)]) nothing(venue, 'operatorUnknown', () => venue.propose(capital(1), by));
    nothing(venue, 'approvalNeeded', () => venue.send(powersOf(7, 'people'), 7));
  });
});

describe('an operator', () => {
  it('who is not defined, has ended, or lacks the power may send nothing', () => {
    const venue = sealed();
    const stop = { kind: 'setTradingMode', mode: 'cancelOnly' } as const;
    for (const stranger of [0, 99]) {
      nothing(venue, 'operatorUnknown', () => venue.send(stop, operator(stranger)));
      nothing(venue, 'operatorUnknown', () => venue.propose(capital(1), operator(stranger)));
    }
    nothing(venue, 'powerMissing', () => venue.send(stop, cem));
    nothing(venue, 'powerMissing', () => venue.propose(capital(1), eva));
    const proposal = numberOf(venue.propose(capital(1), cem));
    nothing(venue, 'powerMissing', () => venue.approve(proposal, eva));
    nothing(venue, 'powerMissing', () => venue.approve(proposal, ada));
    venue.together([ada, bea], powersOf(dan));
    nothing(venue, 'operatorUnknown', () => venue.approve(proposal, dan));
    nothing(venue, 'operatorUnknown', () => venue.retract(proposal, dan));
    nothing(venue, 'forbidden', () =>
      venue.send({ kind: 'approve', proposal, digest: venue.last.digest, proof: '' }, { by: 'customer', id: ana }),
    );
    nothing(venue, 'forbidden', () => venue.send({ kind: 'defineAsset', asset: 9, code: 'X', scale: 0, assetKind: 3 }, eva));
  });

  it('in two sessions is one person', () => {
    const venue = sealed();
    const proposal = numberOf(venue.propose(capital(1), cem));
    // Another session has other command ids, another time, another signature; the number is the same.
    venue.now += 1000;
    const { digest } = venue.last;
    nothing(venue, 'samePerson', () => venue.send({ kind: 'approve', proposal, digest, proof: proof(999) }, cem));
    nothing(venue, 'operatorUnknown', () => venue.approve(proposal, system));
    venue.restart();
    nothing(venue, 'samePerson', () => venue.approve(proposal, cem));
    expect(venue.approve(proposal, dan)).toMatchObject(became('applied'));
  });

  it('decides nothing about their own powers, proposing or approving', () => {
    const venue = sealed();
    nothing(venue, 'samePerson', () => venue.propose(powersOf(ada, 'money'), ada));
    nothing(venue, 'samePerson', () => venue.propose(powersOf(ada), ada));
    const raised = numberOf(venue.propose(powersOf(bea, 'house'), ada));
    nothing(venue, 'samePerson', () => venue.approve(raised, bea));
    nothing(venue, 'powerMissing', () => venue.approve(raised, cem));
    nothing(venue, 'powerMissing', () => venue.propose(powersOf(cem, 'money', 'rules'), cem));
    venue.together([ada, bea], powersOf(7, 'people'));
    expect(venue.approve(raised, 7)).toMatchObject(became('applied'));
  });

  it('who appoints decides nothing else, in whatever order the powers come', () => {
    const venue = sealed();
    for (const powers of [
      ['people', 'see'],
      ['house', 'people'],
    ] as const) {
      const proposal = numberOf(venue.propose({ kind: 'defineOperator', operator: 9, powers }, ada));
      expect(venue.approve(proposal, bea)).toMatchObject(became('refused', 'powersExclude'));
    }
    const twice = numberOf(venue.propose(powersOf(9, 'see', 'see'), ada));
    expect(venue.approve(twice, bea)).toMatchObject(became('refused', 'badRequest'));
    expect(venue.engine.operators().some(({ operator: who }) => who === 9)).toBe(false);
  });

  it('who ended, or was defined anew, no longer counts for what they had approved', () => {
    const venue = sealed();
    const proposal = numberOf(venue.propose(capital(1), cem));
    venue.together([ada, bea], powersOf(cem));
    expect(venue.approve(proposal, dan)).toMatchObject(became('waits'));
    expect(venue.last.approvals.map(({ operator: who }) => who)).toEqual([dan]);
    // With the power again, but what was approved before is void.
    venue.together([ada, bea], powersOf(cem, 'house'));
    nothing(venue, 'samePerson', () => venue.approve(proposal, dan));
    expect(venue.engine.proposal(proposal)?.approvals.length).toBe(1);
    expect(venue.approve(proposal, cem)).toMatchObject(became('applied'));
    expect(venue.last.approvals.map(({ operator: who }) => who)).toEqual([dan, cem]);
  });

  it('approves exactly what was proposed: another digest, also of another proposal, is refused', () => {
    const venue = sealed();
    const small = numberOf(venue.propose(capital(1, 10n)));
    const large = numberOf(venue.propose(capital(1, 10_000n)));
    const of = (proposal: number) => venue.engine.proposal(proposal)!.digest;
    nothing(venue, 'digestDiffers', () => venue.approve(large, dan, of(small)));
    nothing(venue, 'digestDiffers', () => venue.approve(small, dan, 'A'.repeat(43)));
    nothing(venue, 'badRequest', () => venue.approve(small, dan, ''));
    nothing(venue, 'badRequest', () => venue.send({ kind: 'approve', proposal: small, digest: of(small), proof: 'x' }, dan));
    nothing(venue, 'proposalOver', () => venue.approve(999, dan, of(small)));
    expect(venue.approve(small, dan)).toMatchObject(became('applied'));
    expect(venue.approve(large, dan)).toMatchObject(became('refused', 'referenceBooked'));
  });
});

describe('what was changed outside', () => {
  it('an approved row of a table moves nothing: only the journal does, and a proposal in it twice is two proposals', () => {
    const venue = sealed();
    const first = numberOf(venue.propose(capital(1)));
    const { command, commandId } = venue.journal.at(-1)!;
    const again = { seq: venue.engine.seq + 1, time: venue.now, commandId, actor: operator(cem), command };
    expect(venue.engine.apply(again)).toMatchObject(refused('referenceBooked'));
    venue.journal.push(again);
    expect(venue.engine.proposals().map(({ proposal }) => proposal)).toEqual([first]);
    // An approval that the journal holds, with another actor or for another proposal, is none.
    expect(venue.approve(first, dan)).toMatchObject(became('applied'));
    const without = new GateVenue();
    for (const one of venue.journal.slice(without.journal.length)) {
      const { seq } = without.engine;
      const forged = one.command.kind === 'approve' && one.command.proposal === first ? { ...one, actor: operator(cem) } : one;
      without.engine.apply({ ...forged, seq: seq + 1 });
    }
    expect(without.engine.balances(House.insurance)).toEqual([]);
  });
});

describe('a sealed venue', () => {
  const instrument = {
    ...{ kind: 'defineInstrument', instrument: 1, symbol: 'COIN/USDT', instrumentKind: 1, baseAsset: 1, quoteAsset: 2, lotUnits: 1n },
    ...{ quoteUnitsPerTickLot: 1, minLots: 1, maxLots: 1000, minNotional: 10, bandBps: 1000, takerFeePpm: [1000], makerFeePpm: [500] },
    ...{ keepsProtection: true, status: 1 },
  } as const satisfies Command;
  const gated: readonly ApprovedCommand[] = [
    capital(1),
    instrument,
    { kind: 'defineAsset', asset: 3, code: 'SHR', scale: 0, assetKind: 4 },
    { kind: 'defineCalendar', calendar: 1, sessions: [] },
    { kind: 'setRules', version: 2, limits: [] },
    { kind: 'setFeeClass', account: ana, feeClass: 1 },
    { kind: 'setDayTrade', account: ana, allowed: true },
    { kind: 'withdrawChange', change: 1, origin: 'operator', reason: 'x' },
    { kind: 'announceChange', body: instrument, origin: 'file', reason: 'x', from: 0 },
    { kind: 'announceChange', body: { kind: 'setFeeClass', account: ana, feeClass: 1 }, origin: 'server', reason: 'x', from: 0 },
  ];

  it('takes nothing of these without a proposal, whoever sends it', () => {
    for (const body of gated) {
      const free = new GateVenue().appoint();
      const outcome = free.send(body);
      if (!outcome.ok) expect(outcome.error, body.kind).not.toBe('approvalNeeded');
      const venue = sealed();
      nothing(venue, 'approvalNeeded', () => venue.send(body));
      const { power, persons } = venue.engine.approvalOf(body);
      expect(persons).toBeGreaterThan(0);
      const [first, second] = power === 'rules' ? [eva, fay] : [cem, dan];
      const proposed = venue.propose(body, first);
      // Terms without an announcement are refused in the end, by their own rule.
      const decided = { result: { state: expect.stringMatching(/^(applied|refused)$/) } };
      if (persons === 1) expect(proposed).toMatchObject(decided);
      else expect(venue.approve(numberOf(proposed), second)).toMatchObject(decided);
    }
  });

  it('lets one operator, or the server, stop at once; what opens again takes two', () => {
    const venue = sealed();
    venue.together([eva, fay], instrument);
    const mode = (to: 'normal' | 'cancelOnly' | 'readOnly') => ({ kind: 'setTradingMode', mode: to }) as const;
    const status = (to: 1 | 2 | 3 | 4) => ({ kind: 'setInstrumentStatus', instrument: 1, status: to }) as const;
    const announced = (body: ReturnType<typeof mode> | ReturnType<typeof status>) =>
      ({ kind: 'announceChange', body, origin: 'operator', reason: 'safety', from: 0 }) as const;
    for (const [stop, lets] of [
      [mode('cancelOnly'), mode('normal')],
      [mode('readOnly'), mode('cancelOnly')],
      [status(4), status(1)],
      [status(2), status(4)],
      [status(3), status(2)],
    ] as const) {
      venue.must(announced(stop), stop.kind === 'setTradingMode' ? eva : system);
      nothing(venue, 'approvalNeeded', () => venue.send(announced(lets), eva));
      nothing(venue, 'approvalNeeded', () => venue.send(announced(lets)));
      venue.must(announced(stop), fay);
    }
    venue.together([eva, fay], announced(status(1)));
    venue.together([fay, eva], announced(mode('normal')));
    expect(venue.engine.mode).toBe('normal');
    expect(venue.engine.instrument(1)?.status).toBe(1);
  });

  it('gives notice of what was approved, as for anything else', () => {
    const venue = sealed();
    venue.together([eva, fay], instrument);
    const dearer = { ...instrument, takerFeePpm: [2000] };
    const proposal = numberOf(venue.propose(dearer, eva));
    expect(venue.approve(proposal, fay)).toMatchObject(became('refused', 'changeUnannounced'));
    venue.together([eva, fay], { kind: 'announceChange', body: dearer, origin: 'operator', reason: 'costs rose', from: 0 });
    expect(venue.engine.pendingChanges()).toMatchObject([{ worse: true }]);
    expect(venue.engine.terms(1)?.instrument.takerFeePpm).toEqual([1000]);
  });

  it('an anchor is only written down', () => {
    const venue = sealed();
    const before = venue.engine.operators();
    venue.must({ kind: 'anchor', subject: 'audit', digest: proof(1), count: 12 });
    nothing(venue, 'forbidden', () => venue.send({ kind: 'anchor', subject: 'audit', digest: proof(1), count: 12 }, cem));
    nothing(venue, 'badRequest', () => venue.send({ kind: 'anchor', subject: 'audit', digest: '', count: 12 }));
    expect(venue.told.at(-1)).toMatchObject({
      kind: 'anchor',
      subject: 'audit',
      digest: proof(1),
      count: 12,
      anchor: venue.engine.seq - 2,
    });
    expect(venue.engine.operators()).toEqual(before);
  });
});
