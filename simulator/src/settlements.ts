import {
  type Command,
  type EngineEvent,
  type FundingEndEvent,
  type FundingRoundEvent,
  House,
  type Outcome,
  type ReferenceEvent,
  type SwapEvent,
  staleAfterMs,
} from '@bourse/engine';
import { Protection, Settlements, TimedOracle } from '@bourse/engine/oracle';
import { recompute, type SettlementEvent, type SettlementFacts, settlementReceipt } from '@bourse/engine/receipts';
import { TimedStatus } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';

interface Round {
  event: FundingRoundEvent;
  paid: number;
  received: number;
}

const insurancePays: readonly number[] = [flows.contractInsurancePays.code, flows.stockForcedLiquidation.code];

/**
 * Checks every settlement of a journal: timed contracts against the recorded ticks, each receipt against its own arithmetic under the rules that were
 * sent, funding rounds against their payments and times, and insurance against its ledger lines. Protective orders must never be lost.
 */
export class SettlementJudge {
  readonly problems: string[] = [];
  readonly counts: Record<string, number> = {};
  private readonly settlements = new Settlements('demo');
  private readonly oracle = new TimedOracle(staleAfterMs);
  private readonly protection = new Protection();
  private readonly rounds = new Map<number, Round>();
  private readonly dues = new Set<string>();
  private readonly references = new Map<number, ReferenceEvent>();

  /** The events of one command, in order. */
  hear(command: Command, outcome: Outcome, events: readonly EngineEvent[]): void {
    try {
      this.protection.hear(events, (fate) => this.count(fate));
    } catch (error) {
      this.problems.push((error as Error).message);
    }
    let insurancePaid = 0n;
    let insured = 0n;
    for (const event of events) {
      this.oracle.hear(event);
      if (event.kind === 'reference') this.references.set(event.instrument, event);
      if (event.kind === 'swap') this.comparePrices(event);
      if (event.kind === 'fundingRound') this.openRound(event);
      else if (event.kind === 'fundingEnd') this.endRound(event);
      if (event.kind === 'ledger' && event.account === House.insurance && insurancePays.includes(event.flow))
        insurancePaid -= event.availableDelta;
      if (event.kind === 'positionFill') insured += BigInt(event.insured);
    }
    // A split may leave a fraction that only the fund can pay. No fill mentions it.
    if (command.kind !== 'corporateAction' && insured !== insurancePaid)
      this.problems.push(`insurance paid ${insurancePaid}, positions were told ${insured}`);
    for (const { event, facts } of this.settlements.of(command, outcome, events)) this.settled(event, facts);
  }

  /** At the end of the journal; `now` is its last time. */
  end(now: number, backlog: boolean): void {
    for (const timed of this.oracle.told.keys()) if (!backlog) this.compareTimed(timed, now);
    for (const [number, { event, paid, received }] of this.rounds) {
      // The journal may end during a round. A round reports its sums when it is over.
      const underWay = backlog && event.paid + event.received === 0;
      if (!underWay && (paid !== event.paid || received !== event.received))
        this.problems.push(`funding round ${number} says ${event.paid} and ${event.received}, its payments ${paid} and ${received}`);
      if (received > paid) this.problems.push(`funding round ${number} paid out more than came in`);
      if (event.void && paid + received > 0) this.problems.push(`funding round ${number} is void and moved money`);
    }
  }

  private openRound(event: FundingRoundEvent): void {
    const due = `${event.instrument}/${event.due}`;
    if (this.dues.has(due)) this.problems.push(`funding of ${due} was paid twice`);
    this.dues.add(due);
    this.rounds.set(event.round, { event, paid: 0, received: 0 });
    this.count(event.void ? 'void funding rounds' : 'funding rounds');
  }

  /** The sums of a round that took more than one command. */
  private endRound({ round: number, paid, received }: FundingEndEvent): void {
    const round = this.rounds.get(number);
    if (round === undefined) this.problems.push(`the end of an unknown funding round ${number}`);
    else round.event = { ...round.event, paid, received };
  }

  private settled(event: SettlementEvent, facts: SettlementFacts): void {
    if (event.kind === 'timed') {
      this.count(`timed ${Object.keys(TimedStatus)[event.status]}`);
      if (event.status <= TimedStatus.running) return;
      this.compareTimed(event.timed, event.time);
    } else this.count(facts.stock ? `${event.kind} of shares` : event.kind);
    if (event.kind === 'fundingPayment') this.addPayment(event.round, event.amount);
    this.compareReceipt(event, facts);
  }

  /** A swap is at the newest ticks that were sent, and those are fresh. */
  private comparePrices({ swap, time, paid, got }: SwapEvent): void {
    for (const { instrument, ticks, tickTime } of [paid, got]) {
      if (instrument === 0) continue;
      const newest = this.references.get(instrument);
      if (newest?.priceTicks !== ticks || newest.tickTime !== tickTime || time - tickTime > staleAfterMs)
        this.problems.push(
          `swap ${swap} is priced at ${ticks} of ${tickTime}, the newest tick is ${newest?.priceTicks} of ${newest?.tickTime}`,
        );
    }
  }

  private addPayment(number: number, amount: number): void {
    const round = this.rounds.get(number);
    if (round === undefined) this.problems.push(`a payment of an unknown funding round ${number}`);
    else if (amount < 0) round.paid -= amount;
    else round.received += amount;
  }

  private compareTimed(timed: number, now: number): void {
    const difference = this.oracle.difference(timed, now);
    if (difference !== undefined) this.problems.push(difference);
  }

  private compareReceipt(event: SettlementEvent, facts: SettlementFacts): void {
    const receipt = settlementReceipt(event, facts);
    const again = receipt && recompute(receipt.text);
    if (again === undefined) this.problems.push(`a ${event.kind} at ${event.seq} has no receipt`);
    else if (!again.agrees) {
      const wrong = again.steps.flatMap((step) => (step.agrees ? [] : [`${step.name} ${step.arithmetic}, stated ${step.stated}`]));
      this.problems.push(`the receipt of a ${event.kind} at ${event.seq} does not agree: ${wrong.join('; ')}`);
    }
  }

  private count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }
}
