import type { Command, EngineEvent, EngineReader, Outcome, SequencedCommand } from '@bourse/engine';
import { type DefinedFacts, type InstrumentFacts, type StatedTerms, statedTerms } from '@bourse/engine/receipts';
import { InstrumentKind } from '@bourse/protocol/enums';

interface Defined {
  facts: InstrumentFacts;
  stock: boolean;
  contract?: DefinedFacts['contract'];
  stockTerms?: DefinedFacts['stockTerms'];
}

/** A command as it was applied. */
export interface Answered {
  sequenced: SequencedCommand;
  outcome: Outcome;
}

/** Kinds of events that put a definition into force. */
export const definingKinds: ReadonlySet<string> = new Set(['ruleInForce', 'proposal']);

/** The definitions that were in force at each place of a venue's journal, for the terms that the log states beside an event. */
export class Definitions {
  private readonly assets = new Map<number, { code: string; scale: number }>();
  private readonly instruments = new Map<number, Defined>();

  /** Those in force in an engine now. */
  static of(engine: EngineReader): Definitions {
    const definitions = new Definitions();
    for (const definition of engine.definitions()) definitions.take(definition);
    return definitions;
  }

  /** A definition that was a command of its own holds behind all that the command did: what fell due with it came first, and a definition settles nothing. */
  answered({ sequenced, outcome }: Answered): void {
    if (outcome.ok) this.take(sequenced.command);
  }

  private take(command: Command): void {
    switch (command.kind) {
      case 'defineAsset':
        this.assets.set(command.asset, { code: command.code, scale: command.scale });
        return;
      case 'defineInstrument': {
        const { instrument, symbol, instrumentKind, baseAsset, quoteAsset, lotUnits, quoteUnitsPerTickLot } = command;
        const base = this.assets.get(baseAsset)!;
        const quote = this.assets.get(quoteAsset)!;
        const facts: InstrumentFacts = {
          ...{ instrument, symbol, baseAsset, baseCode: base.code, baseScale: base.scale },
          ...{ quoteAsset, quoteCode: quote.code, quoteScale: quote.scale, lotUnits, quoteUnitsPerTickLot },
        };
        this.instruments.set(instrument, { ...this.instruments.get(instrument), facts, stock: instrumentKind === InstrumentKind.stock });
        return;
      }
      case 'defineContract':
        this.instruments.get(command.instrument)!.contract = command;
        return;
      case 'defineStock':
        this.instruments.get(command.instrument)!.stockTerms = command;
        return;
    }
  }

  /** An event that put a definition into force holds from its own place on: of a change that was announced, or that operators approved. */
  happened(event: EngineEvent): void {
    if (event.kind === 'ruleInForce' || (event.kind === 'proposal' && event.state === 'applied')) this.take(event.body);
  }

  termsOf(event: EngineEvent): StatedTerms | undefined {
    const defined = 'instrument' in event ? this.instruments.get(event.instrument) : undefined;
    return statedTerms(event, {
      ...defined,
      instrument: defined?.facts,
      asset: 'asset' in event ? this.assets.get(event.asset) : undefined,
    });
  }
}
