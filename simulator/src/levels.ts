import { type Command, type DefineLevels, dayMs, type EngineEvent, type FillEvent, firstCustomer, type Outcome } from '@bourse/engine';
import { rules, spot } from './stage.ts';

/**
 * Adds up from fills alone what each customer has traded a day, and compares the fee rates of spot trades with the level that follows: by the 30 days
 * before, or bought. A contract's or stock's order may pay less, because it pays at most what it has reserved.
 */
export class LevelJudge {
  readonly problems: string[] = [];
  private levels: DefineLevels | undefined;
  private readonly days = new Map<string, bigint>();
  private readonly bought = new Map<number, { level: number; until: number }>();
  /** Trades at another level than that of everybody. */
  leveled = 0;

  hear(command: Command, outcome: Outcome, events: readonly EngineEvent[]): void {
    for (const event of events) if (event.kind === 'fill') this.trade(event);
    if (!outcome.ok) return;
    if (command.kind === 'defineLevels') this.levels = command;
    const bought = events.find((event) => event.kind === 'levelBought');
    if (bought) this.bought.set(bought.account, { level: bought.level, until: bought.until });
  }

  private trade(fill: FillEvent): void {
    if (this.levels === undefined) return;
    const day = Math.floor(fill.time / dayMs);
    for (const [side, rates] of [
      [fill.taker, rules.takerFeePpm],
      [fill.maker, rules.makerFeePpm],
    ] as const) {
      const level = this.levelOf(side.account, day, fill.time);
      const wanted = rates[Math.min(level, rates.length - 1)];
      if (level > 0) this.leveled += 1;
      if (fill.instrument === spot && side.feePpm !== wanted)
        this.problems.push(`fill ${fill.fill}: account ${side.account} of level ${level} paid ${side.feePpm}, not ${wanted}`);
      if (side.account < firstCustomer) continue;
      const key = `${side.account}/${day}`;
      this.days.set(key, (this.days.get(key) ?? 0n) + BigInt(fill.quoteUnits));
    }
  }

  private levelOf(account: number, day: number, time: number): number {
    let volume = 0n;
    for (let ago = 1; ago <= 30; ago++) volume += this.days.get(`${account}/${day - ago}`) ?? 0n;
    const byVolume = (this.levels?.volumes ?? []).filter((needed) => volume >= BigInt(needed)).length;
    const bought = this.bought.get(account);
    return Math.max(byVolume, bought && bought.until > time ? bought.level : 0);
  }
}
