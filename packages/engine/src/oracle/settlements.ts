import { InstrumentKind } from '@bourse/protocol/enums';
import type { Command, DefineContract, DefineStock } from '../commands.ts';
import type { EngineEvent, FundingRoundEvent, LiquidationEvent, MarkEvent, Outcome } from '../events.ts';
import { type InstrumentFacts, type SettlementEvent, type SettlementFacts, settlementKinds } from '../receipts/index.ts';

const isSettlement = (event: EngineEvent): event is SettlementEvent => (settlementKinds as readonly string[]).includes(event.kind);

/** Every settlement of a journal with the facts that its receipt needs, found in commands and events alone. */
export class Settlements {
  private readonly venue: string;
  private readonly assets = new Map<number, { code: string; scale: number }>();
  private readonly instruments = new Map<number, { facts: InstrumentFacts; stock: boolean }>();
  private readonly contracts = new Map<number, DefineContract>();
  private readonly stocks = new Map<number, DefineStock>();
  private readonly marks = new Map<number, MarkEvent>();
  /** Each round with the mark price at its instant, because payments may come after the next mark. */
  private readonly rounds = new Map<number, { round: FundingRoundEvent; mark: MarkEvent | undefined }>();

  constructor(venue: string) {
    this.venue = venue;
  }

  isStock(instrument: number): boolean {
    return this.instruments.get(instrument)?.stock ?? false;
  }

  /** The settlements of one command, in order. */
  *of(command: Command, outcome: Outcome, events: readonly EngineEvent[]): Generator<{ event: SettlementEvent; facts: SettlementFacts }> {
    if (outcome.ok) this.define(command);
    // The event of a liquidation step comes after its fills and deleveragings.
    const liquidations = events.filter((event) => event.kind === 'liquidation');
    for (const event of events) {
      if (event.kind === 'fundingRound') this.rounds.set(event.round, { round: event, mark: this.marks.get(event.instrument) });
      if (event.kind === 'mark') this.marks.set(event.instrument, event);
      if (isSettlement(event)) yield { event, facts: this.facts(event, liquidations) };
    }
  }

  private define(command: Command): void {
    if (command.kind === 'defineAsset') this.assets.set(command.asset, { code: command.code, scale: command.scale });
    else if (command.kind === 'defineStock') this.stocks.set(command.instrument, command);
    else if (command.kind === 'defineContract') this.contracts.set(command.instrument, command);
    else if (command.kind === 'defineInstrument') {
      const { instrument, symbol, baseAsset, quoteAsset, lotUnits, quoteUnitsPerTickLot } = command;
      const base = this.assets.get(baseAsset)!;
      const quote = this.assets.get(quoteAsset)!;
      const facts: InstrumentFacts = {
        ...{ instrument, symbol, baseAsset, baseCode: base.code, baseScale: base.scale },
        ...{ quoteAsset, quoteCode: quote.code, quoteScale: quote.scale, lotUnits, quoteUnitsPerTickLot },
      };
      this.instruments.set(instrument, { facts, stock: command.instrumentKind === InstrumentKind.stock });
    }
  }

  private facts(event: SettlementEvent, liquidations: readonly LiquidationEvent[]): SettlementFacts {
    const facts: SettlementFacts = { venue: this.venue };
    if ('asset' in event) facts.asset = this.assets.get(event.asset);
    if (!('instrument' in event)) return facts;
    const { facts: instrument, stock } = this.instruments.get(event.instrument)!;
    Object.assign(facts, { instrument, stock, contract: this.contracts.get(event.instrument) });
    facts.stockTerms = this.stocks.get(event.instrument);
    if (event.kind === 'fundingPayment') Object.assign(facts, this.rounds.get(event.round));
    if (event.kind === 'liquidation') facts.mark = this.marks.get(event.instrument);
    if (event.kind === 'deleverage') facts.liquidation = liquidations.find(({ liquidation }) => liquidation === event.liquidation);
    if (event.kind === 'positionFill' && event.role === 'liquidation')
      facts.liquidation = liquidations.find(({ position, index }) => position === event.position && index > event.index);
    return facts;
  }
}
