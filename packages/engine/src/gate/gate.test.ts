import { Wallet } from '@bourse/protocol/enums';
import { describe, expect, it } from 'vitest';
import { House } from '../core/accounts.ts';
import { system } from '../core/actor.ts';
import { ana, begin, cem, dan, day, eva, GateVenue, numberOf, proof } from '../testing/gate-venue.ts';
import { proposalDigest } from './digest.ts';

const capital = (number: number, amount = 1000n) =>
  ({ kind: 'fundHouse', number, account: House.insurance, wallet: Wallet.contract, asset: 2, amount }) as const;
const feeClass = { kind: 'setFeeClass', account: ana, feeClass: 1 } as const;
const open = () => new GateVenue().appoint();
const sealed = () => open().seal();
const refused = (error: string) => ({ ok: false, error });
const became = (state: string, error = '') => ({ ok: true, result: { kind: 'proposal', state, refused: error } });
const capitalOf = ({ engine }: GateVenue) => engine.balances(House.insurance)[0]?.available ?? 0n;

describe('a proposal', () => {
  it('is applied by the second person, in the same command, with who decided what and when', () => {
    const venue = sealed();
    const before = capitalOf(venue);
    const proposed = venue.propose(capital(1));
    expect(proposed).toMatchObject(became('waits'));
    expect(capitalOf(venue)).toBe(before);
    venue.now += 5000;
    expect(venue.approve(numberOf(proposed), dan)).toMatchObject(became('applied'));
    expect(capitalOf(venue)).toBe(before + 1000n);
    const { seq } = venue.engine;
    expect(venue.told.filter((event) => event.seq === seq).map(({ kind }) => kind)).toEqual(['ledger', 'ledger', 'proposal']);
    expect(venue.last).toMatchObject({
      ...{ state: 'applied', body: capital(1), proposer: cem, reason: 'it is needed', error: '', needed: 2 },
      ...{ proposedAt: begin, expiresAt: begin + day },
      approvals: [
        { operator: cem, proof: proof(cem), time: begin, seq: seq - 1 },
        { operator: dan, proof: proof(dan), time: begin + 5000, seq },
      ],
    });
    expect(venue.replayedHash()).toBe(venue.engine.stateHash());
  });

  it('names its body by a digest over venue, command id, proposer and body', () => {
    const venue = sealed();
    venue.propose(capital(1));
    const { commandId } = venue.journal.at(-1)!;
    expect(venue.last.digest).toBe(proposalDigest('real', commandId, cem, capital(1)));
    expect(venue.last.digest).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const other = new Uint8Array(16).fill(9);
    const digests = [
      proposalDigest('demo', commandId, cem, capital(1)),
      proposalDigest('real', other, cem, capital(1)),
      proposalDigest('real', commandId, dan, capital(1)),
      proposalDigest('real', commandId, cem, capital(2)),
      proposalDigest('real', commandId, cem, capital(1, 1001n)),
    ];
    expect(new Set([...digests, venue.last.digest]).size).toBe(6);
  });

  it('that one person decides is applied at once', () => {
    const venue = sealed();
    expect(venue.send(feeClass, cem)).toMatchObject(refused('approvalNeeded'));
    expect(venue.propose({ kind: 'announceChange', body: feeClass, origin: 'operator', reason: 'agreed', from: 0 })).toMatchObject(
      became('applied'),
    );
    expect(venue.engine.feeClass(ana)).toBe(1);
    expect(venue.engine.proposals()).toEqual([]);
  });

  it("ends with its command's own refusal, which is told, and nothing else changes", () => {
    const venue = sealed();
    venue.together([cem, dan], capital(1));
    const before = capitalOf(venue);
    const proposal = numberOf(venue.propose(capital(1)));
    expect(venue.approve(proposal, dan)).toMatchObject(became('refused', 'referenceBooked'));
    expect(venue.last).toMatchObject({ proposal, state: 'refused', error: 'referenceBooked' });
    expect(capitalOf(venue)).toBe(before);
    expect(venue.approve(proposal, dan)).toMatchObject(refused('proposalOver'));
  });

  it('is retracted by its proposer or by anybody who could approve it, with the reason', () => {
    const venue = sealed();
    for (const who of [cem, dan]) {
      const proposal = numberOf(venue.propose(capital(1)));
      expect(venue.retract(proposal, eva)).toMatchObject({ ...refused('powerMissing'), detail: { permission: 'house' } });
      expect(venue.retract(proposal, who)).toMatchObject(became('retracted'));
      expect(venue.last).toMatchObject({ state: 'retracted', endedBy: who, endReason: 'a mistake' });
      for (const late of [venue.approve(proposal), venue.retract(proposal, who)]) expect(late).toMatchObject(refused('proposalOver'));
    }
  });

  it('expires after a day, also when its timer is late', () => {
    const venue = sealed();
    const digest = () => venue.engine.proposals()[0]!.digest;
    const first = numberOf(venue.propose(capital(1)));
    venue.now += day - 1;
    expect(venue.engine.proposal(first)?.expiresAt).toBe(begin + day);
    const kept = digest();
    venue.pass(1);
    expect(venue.last).toMatchObject({ proposal: first, state: 'expired', endedBy: 0 });
    expect(venue.approve(first, dan, kept)).toMatchObject(refused('proposalOver'));
    expect(venue.engine.nextTimer()).toBe(Number.POSITIVE_INFINITY);
    const late = new GateVenue({ limits: { timersPerCommand: 1 } }).appoint().seal();
    for (const number of [1, 2, 3]) late.propose(capital(number));
    const last = late.last;
    late.now += day;
    expect(late.approve(last.proposal, dan, last.digest)).toMatchObject(refused('proposalOver'));
    expect(late.engine.proposals().length).toBe(2);
  });

  it('is one of at most 10,000 that wait', () => {
    expect(new GateVenue().engine.rules().limits).toMatchObject({ openProposals: 10_000, proposalLifeMs: day });
    const venue = new GateVenue({ limits: { openProposals: 2 } }).appoint().seal();
    venue.propose(capital(1));
    const second = numberOf(venue.propose(capital(2)));
    expect(venue.propose(capital(3))).toMatchObject(refused('overloaded'));
    venue.approve(second);
    expect(venue.propose(capital(3))).toMatchObject(became('waits'));
  });

  it('is kept by a restart', () => {
    const venue = sealed();
    const proposal = numberOf(venue.propose(capital(1)));
    venue.restart();
    expect(venue.engine.proposals()).toMatchObject([{ proposal, proposer: cem }]);
    expect(venue.approve(proposal)).toMatchObject(became('applied'));
    venue.restart();
    expect(venue.replayedHash()).toBe(venue.engine.stateHash());
  });

  it('of the system, for a release, takes two people', () => {
    const venue = sealed();
    const rules = { kind: 'defineCalendar', calendar: 1, sessions: [] } as const;
    const proposal = numberOf(venue.propose(rules, system));
    expect(venue.last).toMatchObject({ proposer: 0, approvals: [] });
    expect(venue.approve(proposal, system)).toMatchObject(refused('operatorUnknown'));
    expect(venue.approve(proposal, eva)).toMatchObject(became('waits'));
    expect(venue.approve(proposal, eva)).toMatchObject(refused('samePerson'));
    expect(venue.retract(proposal, system)).toMatchObject(became('retracted'));
  });
});
