import { type Command, type Engine, type EngineReader, operator } from '@bourse/engine';
import type { DurableBatch } from '@bourse/server/src/sequencer/port.ts';
import { Customer } from '../customer.ts';
import { Random } from '../random.ts';
import type { Scene, SceneWorld } from '../scene.ts';
import { Cashier, type CashierParts } from './cashier.ts';
import { OutsideChain } from './chain.ts';
import { Holder, Payee, type Proof } from './customers.ts';
import { GateAudit } from './gate-audit.ts';
import { Administrator, Decider, type Desk, type Office } from './operators.ts';
import { OutsideAudit } from './outside-audit.ts';
import { OwedAudit } from './owed-audit.ts';
import { PayoutAudit } from './payout-audit.ts';
import {
  accountsOf,
  administrators,
  dayMs,
  deciders,
  digestOf,
  hourMs,
  minuteMs,
  openingOf,
  powersOf,
  rails,
  usualCustomers,
  whole,
} from './stage.ts';
import { addressOf, Store } from './store.ts';
import { Vault } from './vault.ts';

/** Plants outside the engine. */
export type MoneyPlant = 'credit-one-confirmation-early' | 'credit-again-after-a-reorganisation' | 'resend-on-time-out';

const blockMs = 2_000;
const leaps = [10 * minuteMs, hourMs, 5 * hourMs, dayMs - minuteMs, dayMs, 30 * hourMs];
/** Of a crowd so many ask for payouts; the others hold what came to them. */
const mostActive = 24;
/** Of a crowd everybody is paid so often before chance decides: what a chain takes back for ever leaves nobody without money. */
const rounds = 2;
/** Customers for each payment that a block holds, of a crowd. */
const customersAPayment = 100;
const emptyDesk: Desk = { proposals: [], payouts: [], lost: [], large: [], operators: [], closedRails: [], unknown: [] };

/** Money in and out: customers and operators, chains that fork, and the cashier between them, which crashes on its own. */
export class Money implements Scene {
  readonly opening: readonly Command[];
  readonly counts: Record<string, number> = {};
  private readonly random: Random;
  private readonly problems: string[] = [];
  private readonly chains = new Map(rails.map((rail) => [rail.rail, new OutsideChain(rail)]));
  private readonly store = new Store();
  private readonly proofs = new Map<string, Proof>();
  private readonly payouts: PayoutAudit;
  private readonly gate: GateAudit;
  private readonly outside: OutsideAudit;
  private readonly plant: string | undefined;
  private readonly trouble = { silent: 0.02, stuck: 0.02 };
  private payees: Customer[] = [];
  private staff: Customer[] = [];
  private cashier: Cashier | undefined;
  private desk = emptyDesk;

  private readonly accounts: readonly number[];
  /** Those who ask for payouts, and whom operators look after: of a crowd only some. */
  private readonly active: readonly number[];
  private readonly owed: OwedAudit;
  private paid = 0;

  constructor(seed: number, plant: string | undefined, customers: number = usualCustomers) {
    this.accounts = accountsOf(customers);
    this.active = this.accounts.slice(0, mostActive);
    this.opening = openingOf(this.accounts);
    this.random = new Random(seed, 3);
    this.plant = plant;
    this.store.forgetsLost = plant === ('credit-again-after-a-reorganisation' satisfies MoneyPlant);
    const problem = (what: string) => void this.problems.push(what);
    this.payouts = new PayoutAudit(this.proofs, problem);
    this.gate = new GateAudit((body) => this.payouts.needed(body), problem);
    this.outside = new OutsideAudit([...this.chains.values()], problem);
    this.owed = new OwedAudit(this.accounts, problem);
  }

  begin(world: SceneWorld): void {
    const { seed } = world;
    const vault = new Vault(new Random(seed, 4), (what) => world.violation(what));
    const office: Office = {
      desk: () => this.desk,
      store: this.store,
      vault,
      accounts: this.active,
      get calm() {
        return world.healing;
      },
    };
    this.payees = this.accounts.map((account, at) => {
      const wishes = at < this.active.length ? new Payee(account, this.proofs) : new Holder(account, this.accounts.length);
      return new Customer(account, new Random(seed, at < this.active.length ? 200 + at : 10_000 + at), world, wishes);
    });
    // Each person sits at two desks.
    const session = (at: number) => new Random(seed, 300 + at);
    this.staff = [...administrators, ...administrators, ...deciders, ...deciders].map((person, at) => {
      const wishes = person <= administrators.length ? new Administrator(person, office) : new Decider(person, office);
      return new Customer(0, session(at), world, wishes);
    });
    const parts: CashierParts = {
      ...{ world, random: new Random(seed, 5), store: this.store, vault, chains: this.chains, trouble: this.trouble },
      flaws: {
        creditsEarly: this.plant === ('credit-one-confirmation-early' satisfies MoneyPlant),
        resendsOnTimeOut: this.plant === ('resend-on-time-out' satisfies MoneyPlant),
      },
    };
    this.cashier = new Cashier(parts);
    for (const chain of this.chains.values()) this.nextBlock(world, chain);
    this.look(world);
    this.leap(world);
    this.crashCashier(world, parts);
    void this.appoint(world);
  }

  rest(): void {
    Object.assign(this.trouble, { silent: 0, stuck: 0 });
    for (const payee of this.payees) payee.rest();
  }

  get waiting(): number {
    const people = [...this.payees, ...this.staff].reduce((sum, person) => sum + person.waiting, 0);
    const due = [...this.store.dues.values()].filter(({ state, lost }) => state === 'due' && !lost).length;
    const { payouts, lost, large } = this.desk;
    return people + due + payouts.length + lost.length + large.length;
  }

  durable({ records }: DurableBatch): void {
    for (const { state, evidence, deposit } of records.decode(new Set(['deposit'])))
      if (state === 'credited') this.outside.creditedNow(evidence, deposit);
  }

  readonly hear: Scene['hear'] = (sequenced, outcome, events) => {
    const carried = this.gate.carried(sequenced, outcome);
    if (carried !== undefined) this.payouts.hear(carried, sequenced, outcome);
    const what = outcome.ok ? (outcome.result.kind === 'proposal' ? outcome.result.state : 'done') : outcome.error;
    this.count(`${sequenced.command.kind} ${what}`);
    if (carried !== undefined && carried !== sequenced.command) this.count(`${carried.kind} by people`);
    this.outside.hear(events);
  };

  readonly verdict = async (engine: Engine): Promise<readonly string[]> => {
    this.outside.verdict(engine, this.payouts);
    const { proved, nothing, published } = await this.owed.verdict(engine);
    this.counts['customers who found themselves in the proof of liabilities'] = proved;
    this.counts['customers who are owed nothing'] = nothing;
    this.counts['proofs of liabilities anchored'] = published;
    return this.problems;
  };

  private count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  /** The first administrator proposes the other deciders; the second one approves at a desk. */
  private async appoint(world: SceneWorld): Promise<void> {
    for (const who of deciders.slice(1))
      await world.tell(
        { kind: 'propose', body: { kind: 'defineOperator', operator: who, powers: powersOf.usual }, proof: '', reason: 'a new colleague' },
        operator(administrators[0]),
      );
  }

  private nextBlock(world: SceneWorld, chain: OutsideChain): void {
    const { random } = this;
    world.scheduler.after(random.wait(blockMs), () => {
      if (!world.healing) {
        for (let at = 0; at < this.accounts.length; at += customersAPayment) if (random.chance(0.35)) this.pay(chain);
        if (random.chance(0.12)) {
          const depth = random.chance(0.7)
            ? random.between(1, chain.rail.needed - 1)
            : random.between(chain.rail.needed, chain.rail.needed + 3);
          chain.fork(depth, random);
          world.fault(depth < chain.rail.needed ? 'shallow fork' : 'deep fork');
        }
        // Somebody else with the wallet's key takes a payout's place.
        const waiting = [...chain.everSent.values()].find(({ hash }) => chain.pooled(hash) !== undefined);
        if (waiting !== undefined && random.chance(0.05))
          chain.accept({ hash: digestOf('rival', waiting.hash), consumes: waiting.consumes, transfers: [] });
      }
      chain.mine(random);
      world.trace(`${chain.blocks.at(-1)!.hash} of ${chain.rail.rail}`);
      this.nextBlock(world, chain);
    });
  }

  /** Somebody sends coins to one customer, or to two in one transaction. Of a crowd everybody is paid in turn at first. */
  private pay(chain: OutsideChain): void {
    const { random } = this;
    const hash = digestOf('payment', chain.rail.rail, random.hex(16));
    const transfers = (random.chance(0.2) ? [0, 1] : [0]).map((output) => {
      this.paid += 1;
      const first =
        this.crowded && this.paid <= rounds * this.accounts.length ? this.accounts[this.paid % this.accounts.length] : undefined;
      return {
        ...{ txHash: hash, output, to: addressOf(first ?? random.pick(this.accounts)) },
        units: BigInt((first === undefined ? this.coins() : random.between(100, 900)) * whole),
      };
    });
    chain.accept({ hash, consumes: { kind: 'inputs', inputs: [{ txHash: hash, output: 0 }] }, transfers });
  }

  private coins(): number {
    const { random } = this;
    // People look at large ones: of a crowd few are that large.
    const few = () => (this.crowded && !random.chance(0.02) ? random.between(100, 900) : random.between(1_400, 3_000));
    return random.pick([random.between(1, 8), random.between(100, 900), random.between(100, 900), few()]);
  }

  private get crowded(): boolean {
    return this.accounts.length > mostActive;
  }

  /** The operators' console asks the server every second. */
  private look(world: SceneWorld): void {
    const read = world.running()?.sequencer.read((engine) => this.seen(engine));
    read?.then(
      ({ value }) => {
        this.desk = value;
      },
      () => {},
    );
    world.scheduler.after(1_000, () => this.look(world));
  }

  private seen(engine: EngineReader): Desk {
    const dues = [...this.store.dues.values()];
    const payments = engine.payments();
    return {
      proposals: engine.proposals().map((one) => ({ ...one })),
      payouts: payments.openPayouts(),
      lost: dues.flatMap((due) => {
        const deposit = due.lost ? payments.deposit(due.number) : undefined;
        const left = deposit === undefined ? 0n : deposit.amount - deposit.taken - deposit.lost;
        return left > 0n ? [{ due, left }] : [];
      }),
      large: dues.filter(({ state, lost, number }) => state === 'people' && !lost && payments.deposit(number) === undefined),
      operators: engine.operators(),
      closedRails: payments.rails().flatMap(({ rail, open }) => (open === 3 ? [] : [rail])),
      unknown: this.active.filter((account) => engine.standing(account).level === 0),
    };
  }

  /** Over waits, lives of proposals and windows of limits. */
  private leap(world: SceneWorld): void {
    world.scheduler.after(this.random.between(6_000, 16_000), () => {
      world.leap(world.healing ? hourMs : this.random.pick(leaps));
      this.leap(world);
    });
  }

  private crashCashier(world: SceneWorld, parts: CashierParts): void {
    world.scheduler.after(this.random.wait(8_000), () => {
      if (world.healing) return;
      this.cashier!.kill();
      world.fault('crash of the cashier');
      world.scheduler.after(this.random.between(100, 3_000), () => {
        this.cashier = new Cashier(parts);
        this.crashCashier(world, parts);
      });
    });
  }
}
