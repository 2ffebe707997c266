import { nextPayoutStep, Watcher } from '@bourse/chains';
import type { Command, Outcome, PayoutFacts } from '@bourse/engine';
import type { Random } from '../random.ts';
import type { SceneWorld } from '../scene.ts';
import { ProcessGate } from '../scheduler.ts';
import type { OutsideChain, Sent } from './chain.ts';
import { RailNode, type Trouble } from './node.ts';
import { digestOf, hourMs, rails, type SimulatedRail } from './stage.ts';
import type { Due, Note, Store } from './store.ts';
import { sentOf, type Vault } from './vault.ts';

/** Bugs of the cashier that a simulation must find. */
export interface CashierFlaws {
  creditsEarly: boolean;
  resendsOnTimeOut: boolean;
}

export interface CashierParts {
  world: SceneWorld;
  random: Random;
  store: Store;
  vault: Vault;
  chains: ReadonlyMap<number, OutsideChain>;
  trouble: Trouble;
  flaws: CashierFlaws;
}

const remember = 24;
const doubtAfterMs = 2 * hourMs;
/** Between two rounds. */
const roundMs = 1_500;
const patienceMs = 10_000;

/**
 * The process that follows the chains, credits and pays. It may end between any two steps: all that it knows is in its store. Two of them never run at once.
 */
export class Cashier {
  private readonly parts: CashierParts;
  private readonly gate: ProcessGate;
  private readonly nodes: ReadonlyMap<number, RailNode>;
  private readonly watchers: readonly Watcher[];

  constructor(parts: CashierParts) {
    this.parts = parts;
    const { world, random, chains, trouble, store, flaws } = parts;
    this.gate = new ProcessGate(world.scheduler);
    this.nodes = new Map([...chains].map(([rail, chain]) => [rail, new RailNode(chain, world.scheduler, this.gate, random, trouble)]));
    this.watchers = rails.map(
      (rail) =>
        new Watcher({
          chain: this.nodes.get(rail.rail)!,
          store: {
            load: () => this.stored(() => store.load(rail)),
            save: (step) => this.stored(() => store.save(rail, step)),
          },
          startHeight: 0,
          needed: () => rail.needed - (flaws.creditsEarly ? 1 : 0),
          remember,
          maxObservations: 1_000,
        }),
    );
    void this.round();
  }

  kill(): void {
    this.gate.kill();
  }

  private async round(): Promise<void> {
    // A pass that fails has changed nothing, or nothing that the next one does not read again.
    for (const watcher of this.watchers) await watcher.pass().catch(() => {});
    for (const due of this.parts.store.dues.values()) if (due.state === 'due' && !due.lost) await this.credit(due);
    for (const payout of await this.openPayouts()) await this.drive(payout);
    this.gate.after(roundMs, () => void this.round());
  }

  private async credit(due: Due): Promise<void> {
    const { number: deposit, account, units: amount, rail, id } = due;
    const evidence = digestOf('deposit', rail.rail, id);
    const outcome = await this.tell({
      ...{ kind: 'creditDeposit', account, rail: rail.rail, deposit, amount, fee: 0n, source: 1, evidence },
    });
    if (outcome === undefined) return;
    const states = { depositBooked: 'credited', depositTooSmall: 'small', approvalNeeded: 'people' } as const;
    const state = outcome.ok ? 'credited' : states[outcome.error as keyof typeof states];
    if (state !== undefined) await this.stored(() => Object.assign(due, { state }));
  }

  private async openPayouts(): Promise<readonly PayoutFacts[]> {
    const server = this.parts.world.running();
    if (server === undefined) return [];
    const read = server.sequencer.read((engine) => engine.payments().openPayouts()).catch(() => undefined);
    return (await this.soon(read))?.value ?? [];
  }

  /** One act for a payout, as its state, the vault and the chain ask for it. */
  private async drive(facts: PayoutFacts): Promise<void> {
    const { store, world } = this.parts;
    const rail = rails.find((one) => one.rail === facts.rail)!;
    const known = store.notes.get(facts.payout);
    const sent = known?.signed === undefined ? undefined : sentOf(known.signed.raw);
    const chain = sent === undefined ? undefined : await this.look(rail, sent);
    const situation = {
      ...{ state: facts.state, sentAt: known?.sentAt, signed: known?.signed, signerRefuses: known?.refused === true },
      ...{ chain, now: world.now() },
    };
    const next = nextPayoutStep(situation, { needed: rail.needed, doubtAfterMs });
    switch (next.act) {
      case 'none':
        return;
      case 'sendPayout':
        await this.stored(() => store.note(facts.payout, world.now()));
        await this.step('sendPayout', facts, 1);
        return;
      case 'sign':
        await this.sign(rail, facts, await this.stored(() => Object.assign(store.note(facts.payout, world.now()), { refused: false })));
        return;
      case 'broadcast':
        await this.broadcast(rail, facts, next.raw);
        return;
      case 'doubtPayout':
      case 'finishPayout':
      case 'failPayout':
        await this.step(next.act, facts, facts.attempt);
    }
  }

  private async look(rail: SimulatedRail, sent: Pick<Sent, 'hash' | 'consumes'>) {
    const node = this.nodes.get(rail.rail)!;
    try {
      const { height, time } = await node.head();
      const found = await node.transaction(sent.hash);
      const rivalConfirmations = await node.rivalConfirmations(sent);
      return { height, time, transactions: found === undefined ? [] : [found], rivalConfirmations };
    } catch {
      return undefined;
    }
  }

  private async sign(rail: SimulatedRail, facts: PayoutFacts, note: Note, again = ''): Promise<string | undefined> {
    const { vault, world, chains, random } = this.parts;
    const id = `demo/${facts.payout}${again}`;
    const order = { id, rail, to: facts.digest, units: BigInt(facts.amount - facts.fee), height: chains.get(rail.rail)!.height };
    const answer = new Promise<ReturnType<Vault['sign']> | 'lost'>((resolve) => {
      world.scheduler.after(random.between(1, 60), () => {
        const signed = vault.sign(order);
        resolve(random.chance(0.05) ? 'lost' : signed);
      });
    });
    const signed = await this.gate.hears(answer);
    if (signed === 'lost') return undefined;
    await this.stored(() => Object.assign(note, signed === undefined ? { refused: true } : { signed, refused: false }));
    return signed?.raw;
  }

  private async broadcast(rail: SimulatedRail, facts: PayoutFacts, raw: string): Promise<void> {
    const node = this.nodes.get(rail.rail)!;
    try {
      await node.broadcast(raw);
    } catch {
      if (!this.parts.flaws.resendsOnTimeOut) return;
      const another = await this.sign(rail, facts, this.parts.store.notes.get(facts.payout)!, ' again');
      if (another !== undefined) await node.broadcast(another).catch(() => {});
    }
  }

  private async step(kind: 'sendPayout' | 'doubtPayout' | 'finishPayout' | 'failPayout', { payout }: PayoutFacts, attempt: number) {
    await this.tell({ kind, payout, attempt, evidence: digestOf(kind, payout) });
  }

  /** Undefined: nobody knows. The next round sees what became of it. */
  private async tell(command: Command): Promise<Outcome | undefined> {
    const { world, random } = this.parts;
    const server = world.running();
    if (server !== undefined && random.chance(0.01))
      world.scheduler.after(random.between(0, 6), () => world.crash(server, 'crash while money moves'));
    return (await this.soon(world.tell(command)))?.outcome;
  }

  /** A server that died answers nothing. */
  private soon<T>(told: Promise<T | undefined>): Promise<T | undefined> {
    const given = new Promise<undefined>((resolve) => this.gate.after(patienceMs, () => resolve(undefined)));
    return this.gate.hears(Promise.race([told, given]));
  }

  /** A transaction of the store. It may be written although the process never hears of it. */
  private stored<T>(work: () => T): Promise<T> {
    const done = new Promise<T>((resolve) => {
      this.parts.world.scheduler.after(this.parts.random.between(1, 8), () => resolve(work()));
    });
    return this.gate.hears(done);
  }
}
