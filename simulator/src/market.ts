import { firstCustomer } from '@bourse/engine';
import { houseCommands, Trader } from './actors.ts';
import { Customer } from './customer.ts';
import { Feed } from './feed.ts';
import { LevelJudge } from './levels.ts';
import { LoanJudge } from './loans.ts';
import { Random } from './random.ts';
import { RebateJudge } from './rebates.ts';
import type { Scene, SceneWorld } from './scene.ts';
import { SettlementJudge } from './settlements.ts';
import { opening } from './stage.ts';

const customers = 6;

/** A market with customers who trade. */
export class Market implements Scene {
  readonly opening = opening(customers);
  private readonly feed: Feed;
  private readonly random: Random;
  private readonly settlements = new SettlementJudge();
  private readonly rebates = new RebateJudge();
  private readonly loans = new LoanJudge();
  private readonly levels = new LevelJudge();
  private people: Customer[] = [];

  constructor(seed: number, random: Random) {
    this.random = random;
    this.feed = new Feed(new Random(seed, 2));
  }

  begin(world: SceneWorld): void {
    this.people = Array.from({ length: customers }, (_, index) => {
      const account = firstCustomer + index;
      return new Customer(account, new Random(world.seed, 100 + index), world, new Trader(account, () => this.feed.indexTicks));
    });
    this.houseRound(world, 0);
  }

  rest(): void {
    for (const person of this.people) person.rest();
  }

  get waiting(): number {
    return this.people.reduce((sum, person) => sum + person.waiting, 0);
  }

  readonly hear: Scene['hear'] = (sequenced, outcome, events) => {
    const { command } = sequenced;
    this.settlements.hear(command, outcome, events);
    this.rebates.hear(command, outcome, events);
    this.loans.hear(sequenced, events);
    this.levels.hear(command, outcome, events);
  };

  readonly verdict: Scene['verdict'] = (engine) => {
    this.settlements.end(engine.time, engine.nextTimer() <= engine.time);
    this.rebates.end(engine);
    return [...this.settlements.problems, ...this.rebates.problems, ...this.loans.problems, ...this.levels.problems];
  };

  /** Settlements of each kind. All of them were recomputed. */
  get counts() {
    return { ...this.settlements.counts, 'trades of a level': this.levels.leveled };
  }

  private houseRound(world: SceneWorld, round: number): void {
    if (world.healing) return;
    const server = world.running();
    if (server) {
      const tick = this.feed.round(world.scheduler.elapsed, server.gate.now());
      const quotes = houseCommands(this.random, round, this.feed.indexTicks);
      // The market maker sees other markets too, so it often moves before the index does.
      const inOrder = this.random.chance(0.4) ? [...quotes, tick] : [tick, ...quotes];
      for (const command of inOrder) void world.tell(command);
      // Sometimes the server dies while the tick's settlements are on their way to the disk.
      if (this.random.chance(0.01))
        world.scheduler.after(this.random.between(0, 6), () => world.crash(server, 'crash inside a settlement'));
    }
    world.scheduler.after(2_000, () => this.houseRound(world, round + 1));
  }
}
