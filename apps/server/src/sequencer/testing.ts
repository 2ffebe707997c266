import type { Command, Engine, LedgerEvent, Outcome, Records, SequencedCommand } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import { recordsOf } from '../testing/records.ts';
import type { EngineKit } from './kit.ts';

interface FakeState {
  venue: Venue;
  seq: number;
  time: number;
  balances: [number, string][];
  dues: number[];
}

/**
 * An engine of a few lines for the sequencer's own tests. `fundHouse` adds an amount to an account, `cancelAllAfter` arms a timer that takes
 * one unit, and account 666 breaks it.
 */
class FakeEngine {
  readonly venue: Venue;
  seq = 0;
  time = 0;
  readonly mode = 'normal';
  private readonly money = new Map<number, bigint>();
  private dues: number[] = [];
  private events: LedgerEvent[] = [];

  constructor(venue: Venue, state?: FakeState) {
    this.venue = venue;
    if (!state) return;
    this.seq = state.seq;
    this.time = state.time;
    this.dues = state.dues;
    for (const [account, amount] of state.balances) this.money.set(account, BigInt(amount));
  }

  apply({ seq, time, command }: SequencedCommand): Outcome {
    if (seq !== this.seq + 1) throw new Error(`expected ${this.seq + 1}, got ${seq}`);
    if (time < this.time) throw new Error('time went back');
    if ('account' in command && command.account === 666) throw new Error('the engine broke');
    this.seq = seq;
    this.time = time;
    for (const due of this.dues.filter((one) => one <= time)) this.change(1, -1n, due);
    this.dues = this.dues.filter((due) => due > time);
    if (command.kind === 'cancelAllAfter') this.dues.push(time + command.timeoutMs);
    if (command.kind !== 'fundHouse') return { ok: true, result: { kind: 'done' } };
    if (command.amount < 0n) return { ok: false, error: 'amountInvalid' };
    this.change(command.account, command.amount, 0);
    return { ok: true, result: { kind: 'granted', asset: 1, amount: this.money.get(command.account) ?? 0n } };
  }

  private change(account: number, amount: bigint, order: number): void {
    const after = (this.money.get(account) ?? 0n) + amount;
    this.money.set(account, after);
    const line: LedgerEvent = {
      kind: 'ledger',
      seq: this.seq,
      index: this.events.filter(({ seq }) => seq === this.seq).length,
      time: this.time,
      posting: 0,
      account,
      wallet: 1,
      asset: 1,
      direction: 1,
      availableDelta: amount,
      frozenDelta: 0n,
      availableAfter: after,
      frozenAfter: 0n,
      flow: 1,
      order,
      fill: 0,
    };
    this.events.push(line);
  }

  get untakenNumbers(): number {
    return this.events.length;
  }

  takeRecords(): Records {
    return recordsOf(...this.events.splice(0));
  }

  snapshot(): Uint8Array {
    return new TextEncoder().encode(this.stateHash());
  }

  stateHash(): string {
    const balances = [...this.money].map(([account, amount]): [number, string] => [account, amount.toString()]);
    const state: FakeState = { venue: this.venue, seq: this.seq, time: this.time, balances, dues: this.dues };
    return JSON.stringify(state);
  }

  nextTimer(): number {
    return Math.min(...this.dues, Number.POSITIVE_INFINITY);
  }

  balances(account: number) {
    return [{ wallet: 1 as const, asset: 1, available: this.money.get(account) ?? 0n, frozen: 0n }];
  }
}

const unexpected = (name: string) => () => {
  throw new Error(`nobody expected ${name}()`);
};

const complete = (fake: FakeEngine): Engine =>
  Object.assign(fake, {
    checkInvariants: () => {},
    takeEvents: unexpected('takeEvents'),
    untakenRecords: unexpected('untakenRecords'),
    rules: unexpected('rules'),
    hasHeld: unexpected('hasHeld'),
    invitation: unexpected('invitation'),
    inviter: unexpected('inviter'),
    rebatesDue: unexpected('rebatesDue'),
    rebateSums: unexpected('rebateSums'),
    swapQuote: unexpected('swapQuote'),
    swapOffers: unexpected('swapOffers'),
    loanProducts: unexpected('loanProducts'),
    loans: unexpected('loans'),
    loan: unexpected('loan'),
    waitingLoans: unexpected('waitingLoans'),
    previewLoan: unexpected('previewLoan'),
    earnProducts: unexpected('earnProducts'),
    earnHoldings: unexpected('earnHoldings'),
    earnHolding: unexpected('earnHolding'),
    levels: unexpected('levels'),
    membership: unexpected('membership'),
    plusWaiting: unexpected('plusWaiting'),
    nextFunding: unexpected('nextFunding'),
    definitions: unexpected('definitions'),
    discardEvents: () => {
      fake.takeRecords();
    },
    hasAccount: unexpected('hasAccount'),
    feeClass: unexpected('feeClass'),
    devices: unexpected('devices'),
    device: unexpected('device'),
    mustSign: () => false,
    order: unexpected('order'),
    openOrders: unexpected('openOrders'),
    queueBefore: unexpected('queueBefore'),
    instrument: unexpected('instrument'),
    depth: unexpected('depth'),
    sources: unexpected('sources'),
    statistics: () => ({}),
    positions: unexpected('positions'),
    position: unexpected('position'),
    orderTerms: unexpected('orderTerms'),
    marginAccount: unexpected('marginAccount'),
    contract: unexpected('contract'),
    previewContract: unexpected('previewContract'),
    previewStock: unexpected('previewStock'),
    timed: unexpected('timed'),
    timedBook: unexpected('timedBook'),
    stock: unexpected('stock'),
    mayDayTrade: unexpected('mayDayTrade'),
    terms: unexpected('terms'),
    pendingChanges: unexpected('pendingChanges'),
    sealed: false,
    operators: unexpected('operators'),
    proposals: unexpected('proposals'),
    proposal: unexpected('proposal'),
    approvalOf: unexpected('approvalOf'),
    standing: unexpected('standing'),
    noticeOf: unexpected('noticeOf'),
    inForce: unexpected('inForce'),
    payments: unexpected('payments'),
  });

const toText = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? { n: part.toString() } : part));
const fromText = (text: string): unknown =>
  JSON.parse(text, (_key, part: unknown) => (typeof part === 'object' && part !== null && 'n' in part ? BigInt(String(part.n)) : part));

export const fakeKit: EngineKit = {
  create: (venue) => complete(new FakeEngine(venue)),
  restore(bytes) {
    const state = JSON.parse(new TextDecoder().decode(bytes)) as FakeState;
    return complete(new FakeEngine(state.venue, state));
  },
  encode: (commands) =>
    new TextEncoder().encode(toText(commands.map((one) => ({ ...one, commandId: Buffer.from(one.commandId).toString('hex') })))),
  decode: (bytes) =>
    (fromText(new TextDecoder().decode(bytes)) as (Omit<SequencedCommand, 'commandId'> & { commandId: string })[]).map((one) => ({
      ...one,
      commandId: Buffer.from(one.commandId, 'hex'),
    })),
  body: (command: Command) => new TextEncoder().encode(toText(command)),
};

export const fund = (account: number, amount = 1n): Command => ({
  kind: 'fundHouse',
  account,
  wallet: 1,
  asset: 1,
  amount,
  number: 1,
});
