import {
  type Command,
  type EngineEvent,
  type FundingRoundEvent,
  House,
  type LiquidationEvent,
  type MarkEvent,
  type Outcome,
} from '@bourse/engine';
import { TimedOracle } from '@bourse/engine/oracle';
import { type InstrumentFacts, recompute, type SettlementEvent, type SettlementFacts, settlementReceipt } from '@bourse/engine/receipts';
import { InstrumentKind, TimedStatus } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';

type Rules = Extract<Command, { kind: 'defineContract' }>;

interface Round {
  event: FundingRoundEvent;
  paid: number;
  received: number;
}

/**
 * Holds every settlement of a journal against what it must follow from: timed contracts against the recorded ticks, each receipt against its own
 * arithmetic under the rules that were sent, funding rounds against their payments and instants, insurance against its lines.
 */
export class SettlementJudge {
  readonly problems: string[] = [];
  readonly counts: Record<string, number> = {};
  private readonly oracle = new TimedOracle();
  private readonly assets = new Map<number, { code: string; scale: number }>();
  private readonly instruments = new Map<number, InstrumentFacts & { stock: boolean }>();
  private readonly contracts = new Map<number, Rules>();
  private readonly marks = new Map<number, MarkEvent>();
  private readonly rounds = new Map<number, Round>();
  private readonly dues = new Set<string>();
  /** Of the command being heard. */
  private liquidations: LiquidationEvent[] = [];
  private insured = 0n;
  private insurancePaid = 0n;

  /** The events of one command, in order. */
  hear(command: Command, outcome: Outcome, events: readonly EngineEvent[]): void {
    if (outcome.ok) this.define(command);
    // A step of a liquidation is told after its fills and deleveragings.
    this.liquidations = events.filter((event) => event.kind === 'liquidation');
    for (const event of events) if (event.kind === 'fundingRound') this.openRound(event);
    this.insured = 0n;
    this.insurancePaid = 0n;
    for (const event of events) this.event(event);
    if (this.insured !== this.insurancePaid)
      this.problems.push(`insurance paid ${this.insurancePaid}, positions were told ${this.insured}`);
  }

  /** At the end of the journal; `now` is its last time. */
  end(now: number, backlog: boolean): void {
    for (const timed of this.oracle.told.keys()) {
      const difference = backlog ? undefined : this.oracle.difference(timed, now);
      if (difference !== undefined) this.problems.push(difference);
    }
    for (const [number, { event, paid, received }] of this.rounds) {
      if (paid !== event.paid || received !== event.received)
        this.problems.push(`funding round ${number} says ${event.paid} and ${event.received}, its payments ${paid} and ${received}`);
      if (received > paid) this.problems.push(`funding round ${number} paid out more than came in`);
      if (event.void && paid + received > 0) this.problems.push(`funding round ${number} is void and moved money`);
    }
  }

  private define(command: Command): void {
    if (command.kind === 'defineAsset') this.assets.set(command.asset, { code: command.code, scale: command.scale });
    else if (command.kind === 'defineContract') this.contracts.set(command.instrument, command);
    else if (command.kind === 'defineInstrument') {
      const base = this.assets.get(command.baseAsset);
      const quote = this.assets.get(command.quoteAsset);
      if (!base || !quote) return;
      this.instruments.set(command.instrument, {
        ...{ instrument: command.instrument, symbol: command.symbol, stock: command.instrumentKind === InstrumentKind.stock },
        ...{ baseAsset: command.baseAsset, baseCode: base.code, baseScale: base.scale },
        ...{ quoteAsset: command.quoteAsset, quoteCode: quote.code, quoteScale: quote.scale },
        lotUnits: command.lotUnits,
        quoteUnitsPerTickLot: command.quoteUnitsPerTickLot,
      });
    }
  }

  private openRound(event: FundingRoundEvent): void {
    const due = `${event.instrument}/${event.due}`;
    if (this.dues.has(due)) this.problems.push(`funding of ${due} was paid twice`);
    this.dues.add(due);
    this.rounds.set(event.round, { event, paid: 0, received: 0 });
    this.count(event.void ? 'void funding rounds' : 'funding rounds');
  }

  private event(event: EngineEvent): void {
    this.oracle.hear(event);
    switch (event.kind) {
      case 'ledger':
        if (event.account === House.insurance && event.flow === flows.contractInsurancePays.code)
          this.insurancePaid -= event.availableDelta;
        return;
      case 'mark':
        this.marks.set(event.instrument, event);
        this.receipt(event);
        return;
      case 'positionFill':
        if (this.instruments.get(event.instrument)?.stock === false) this.insured += BigInt(event.insured);
        this.receipt(event);
        return;
      case 'fundingPayment': {
        const round = this.rounds.get(event.round);
        if (round === undefined) this.problems.push(`a payment of an unknown funding round ${event.round}`);
        else if (event.amount < 0) round.paid -= event.amount;
        else round.received += event.amount;
        this.receipt(event);
        return;
      }
      case 'timed':
        this.count(`timed ${Object.keys(TimedStatus)[event.status]}`);
        if (event.status > TimedStatus.running) {
          const difference = this.oracle.difference(event.timed, event.time);
          if (difference !== undefined) this.problems.push(difference);
          this.receipt(event);
        }
        return;
      case 'liquidation':
      case 'deleverage':
      case 'holdingCharge':
      case 'corporateAction':
        this.receipt(event);
    }
  }

  private receipt(event: SettlementEvent): void {
    const facts = this.factsOf(event);
    const receipt = facts && settlementReceipt(event, facts);
    this.count(event.kind);
    if (receipt === undefined) this.problems.push(`a ${event.kind} at ${event.seq} has no receipt`);
    else if (!recompute(receipt.text).agrees) {
      const wrong = recompute(receipt.text).steps.filter(({ agrees }) => !agrees);
      this.problems.push(
        `the receipt of a ${event.kind} at ${event.seq} does not agree: ${wrong.map(({ name, arithmetic, stated }) => `${name} ${arithmetic}, stated ${stated}`).join('; ')}`,
      );
    }
  }

  private factsOf(event: SettlementEvent): SettlementFacts | undefined {
    const instrument = this.instruments.get(event.instrument);
    if (instrument === undefined) return undefined;
    const facts: SettlementFacts = { venue: 'demo', instrument, stock: instrument.stock, contract: this.contracts.get(event.instrument) };
    if (event.kind === 'timed') facts.asset = this.assets.get(event.asset);
    if (event.kind === 'fundingPayment') facts.round = this.rounds.get(event.round)?.event;
    if (event.kind === 'liquidation' || event.kind === 'fundingPayment') facts.mark = this.marks.get(event.instrument);
    if (event.kind === 'deleverage') facts.liquidation = this.liquidations.find(({ liquidation }) => liquidation === event.liquidation);
    if (event.kind === 'positionFill' && event.role === 'liquidation')
      facts.liquidation = this.liquidations.find(({ position, index }) => position === event.position && index > event.index);
    return facts;
  }

  private count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }
}
