import {
  type BalanceView,
  type Engine,
  type EngineEvent,
  FundingPaymentRecord,
  House,
  LedgerRecord,
  lengthOf,
  type Records,
  type SequencedCommand,
} from '@bourse/engine';
import { Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { engineKit } from '@bourse/server/src/sequencer/engine-kit.ts';
import type { EngineKit } from '@bourse/server/src/sequencer/kit.ts';
import { contract, fundingIntervalMs, spot, usdt } from './stage.ts';

/**
 * Engines with a planted flaw: the real engine, whose state is changed after each command as a bug in its code would change it. Only the parts that a
 * plant touches are described here.
 */
interface TimedInside {
  due(tickTime: number): Iterable<unknown>;
}
interface Tier {
  maintenancePpm: number;
}
interface Inside {
  log: { open(code: number): number; numbers: Float64Array };
  timed: { books: Map<number, TimedInside> };
  time: number;
  loans: { all(): { carried: bigint; since: number }[] };
  membership: { knownUntil: Float64Array; place(owner: number): number; change(owner: number, of: object): object };
  invitations: { earn(account: number, wallet: Wallet, asset: number, fee: number | bigint): void };
  timers: { sorted(): { kind: number; id: number; due: number }[]; set(kind: number, id: number, due: number): void };
  instruments: { get(instrument: number): { reference: number; contract?: { rules: { tiers: readonly Tier[] } } } | undefined };
  assets: { get(asset: number): { index: number; asset: number } | undefined };
  accounts: { slot(account: number): number };
  ledger: {
    obtain(owner: number, wallet: Wallet, index: number, asset: number): number;
    available(slot: number): bigint;
    move(from: number, to: number, high: number, low: number, flowOut: number, flowIn: number): void;
  };
}
const fundingTimer = 4;

export const inside = (engine: Engine) => (engine as unknown as { state: Inside }).state;

interface Flaw {
  /** Runs before each command; what it answers runs after it. */
  before?(engine: Engine, input: SequencedCommand): (() => void) | undefined;
  /** Runs when an engine starts or is restored, and after every command with its events. */
  bend?(engine: Engine, events: readonly EngineEvent[]): void;
  /** Runs once, when an engine is restored from a snapshot. */
  awake?(engine: Engine): void;
  /** Changes the records that the engine reports. */
  tell?(records: Records): void;
}

export const flawed = (flaw: Flaw): EngineKit => ({
  ...engineKit,
  create: (venue) => bent(engineKit.create(venue), flaw),
  restore: (bytes) => {
    const engine = bent(engineKit.restore(bytes), flaw);
    flaw.awake?.(engine);
    return engine;
  },
});

function bent(engine: Engine, { before, bend, tell }: Flaw): Engine {
  const apply = engine.apply.bind(engine);
  const takeRecords = engine.takeRecords.bind(engine);
  bend?.(engine, []);
  return Object.assign(engine, {
    apply(input: Parameters<Engine['apply']>[0]) {
      const after = before?.(engine, input);
      const outcome = apply(input);
      after?.();
      bend?.(
        engine,
        engine
          .untakenRecords()
          .after(input.seq - 1)
          .decode(),
      );
      return outcome;
    },
    takeRecords() {
      const records = takeRecords();
      tell?.(records);
      return records;
    },
  });
}

/** Moves money in the contract wallet, with postings like the engine's. */
function move(engine: Engine, from: number, to: number, amount: number, flow: number): void {
  const state = inside(engine);
  const asset = state.assets.get(usdt);
  if (asset === undefined) return;
  const balance = (account: number) => state.ledger.obtain(state.accounts.slot(account), Wallet.contract, asset.index, asset.asset);
  state.ledger.move(balance(from), balance(to), 0, amount, flow, flow);
}

/** Reports an amount taken from a balance that did not cover it. */
export function tellOverdrawn(engine: Engine, account: number, wallet: Wallet, asset: number, amount: bigint, before?: BalanceView): void {
  const { log } = inside(engine);
  const to = log.open(LedgerRecord.code);
  const n = log.numbers.fill(0, to + 1, to + LedgerRecord.length);
  n[to + LedgerRecord.account] = account;
  n[to + LedgerRecord.label] = wallet * 8 + 2;
  n[to + LedgerRecord.asset] = asset;
  n[to + LedgerRecord.availableLow] = -Number(amount);
  n[to + LedgerRecord.availableAfterLow] = Number((before?.available ?? 0n) - amount);
  n[to + LedgerRecord.frozenAfterLow] = Number(before?.frozen ?? 0n);
}

const bookBent = new WeakSet<TimedInside>();
/** A tick of up to two seconds before the instant settles a timed contract. */
export const earlyTick = flawed({
  bend(engine) {
    for (const book of inside(engine).timed.books.values()) {
      if (bookBent.has(book)) continue;
      bookBent.add(book);
      const due = book.due.bind(book);
      book.due = (tickTime) => due(tickTime + 2_000);
    }
  },
});

/** Receivers of funding get amounts rounded up, as payers pay them. */
export const receiversRoundedUp = flawed({
  bend(engine, events) {
    for (const event of events)
      if (event.kind === 'fundingPayment' && event.amount > 0)
        move(engine, House.external, event.account, 1, flows.contractFundingReceived.code);
  },
  tell(records) {
    const n = records.numbers;
    for (let at = 0; at < n.length; at += lengthOf(n[at]!)) {
      if (n[at] !== FundingPaymentRecord.code || n[at + FundingPaymentRecord.amount]! <= 0) continue;
      n[at + FundingPaymentRecord.owed]! += 1;
      n[at + FundingPaymentRecord.amount]! += 1;
    }
  },
});

/** A server restored from a snapshot repeats the last funding round. */
export const fundingAgain = flawed({
  awake(engine) {
    const { timers } = inside(engine);
    for (const { kind, id, due } of timers.sorted()) {
      if (kind === fundingTimer && due - fundingIntervalMs <= engine.time) timers.set(fundingTimer, id, due - fundingIntervalMs);
    }
  },
});

/** Maintenance of every size uses the rate of the first tier. */
export const firstTierOnly = flawed({
  bend(engine) {
    const rules = inside(engine).instruments.get(contract)?.contract?.rules;
    const first = rules?.tiers[0];
    if (rules !== undefined && first !== undefined && rules.tiers.some(({ maintenancePpm }) => maintenancePpm !== first.maintenancePpm))
      rules.tiers = rules.tiers.map((tier) => ({ ...tier, maintenancePpm: first.maintenancePpm }));
  },
});

/** A liquidation's loss beyond the margin is charged to nobody: the insurance fund gets it back. */
export const shortfallIgnored = flawed({
  bend(engine, events) {
    for (const event of events) {
      if (event.kind === 'positionFill' && event.instrument === contract && event.insured > 0)
        move(engine, House.clearing, House.insurance, event.insured, flows.contractInsurancePays.code);
    }
  },
});

const earlier = new WeakMap<Engine, number>();
/** A swap is carried out at the price before the newest. */
export const olderPrice = flawed({
  before(engine, { command }) {
    const ins = inside(engine).instruments.get(spot);
    if (ins === undefined) return undefined;
    const newest = ins.reference;
    if (command.kind !== 'swap') {
      return () => {
        if (ins.reference !== newest) earlier.set(engine, newest);
      };
    }
    ins.reference = earlier.get(engine) ?? newest;
    return () => {
      ins.reference = newest;
    };
  },
});

const earnsTwice = new WeakSet<object>();
/** A fee brings its rebate twice. */
export const rebateTwice = flawed({
  bend(engine) {
    const book = inside(engine).invitations;
    if (earnsTwice.has(book)) return;
    earnsTwice.add(book);
    const earn = book.earn.bind(book);
    book.earn = (...fee) => {
      earn(...fee);
      earn(...fee);
    };
  },
});

/** Loans cost nothing. */
export const loanFree = flawed({
  bend(engine) {
    const { loans, time } = inside(engine);
    for (const loan of loans.all()) {
      loan.carried = 0n;
      loan.since = Math.floor(time / 3_600_000) + 1;
    }
  },
});

const holdsLater = new WeakSet<object>();
/** A bought level holds only from the next day on. */
export const levelTomorrow = flawed({
  bend(engine) {
    const book = inside(engine).membership;
    if (holdsLater.has(book)) return;
    holdsLater.add(book);
    const change = book.change.bind(book);
    book.change = (owner, of) => {
      const at = book.place(owner);
      const known = book.knownUntil[at]!;
      const changed = change(owner, of);
      book.knownUntil[at] = known;
      return changed;
    };
  },
});
