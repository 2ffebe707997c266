import type { Command } from '@bourse/engine';
import type { Random } from './random.ts';
import { contract, middleTicks, spot, stock } from './stage.ts';

/** The feed of the simulated world: an index that drifts, sometimes falls or jumps, and sometimes stays silent until its price is stale. */
export class Feed {
  private readonly random: Random;
  private index: number = middleTicks[contract];
  private silentUntil = 0;

  constructor(random: Random) {
    this.random = random;
  }

  /** The price that a customer sees now. */
  get indexTicks(): number {
    return this.index;
  }

  /** Ticks of one round; `elapsedMs` is the world's time, `now` the server's clock. */
  round(elapsedMs: number, now: number): Command {
    const { random } = this;
    const step = random.chance(0.08) ? random.between(-900, 900) : random.between(-40, 40);
    this.index = Math.max(10_000, Math.min(40_000, this.index + step));
    if (elapsedMs >= this.silentUntil && random.chance(0.04)) this.silentUntil = elapsedMs + random.between(3_000, 16_000);
    const items = [
      { instrument: spot, priceTicks: middleTicks[spot] + random.between(-30, 30), time: now },
      { instrument: stock, priceTicks: middleTicks[stock] + random.between(-8, 8), time: now },
    ];
    const silent = elapsedMs < this.silentUntil;
    // Delay some ticks.
    const late = random.chance(0.1) ? random.between(1, 6_000) : 0;
    if (!silent) items.push({ instrument: contract, priceTicks: this.index, time: Math.max(0, now - late) });
    return { kind: 'feedTicks', source: random.chance(0.9) ? 'simulated' : 'second', items };
  }
}
