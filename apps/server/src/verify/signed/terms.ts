import type { Command, EngineReader, Outcome } from '@bourse/engine';
import { parseUnits } from '@bourse/money';

/** An instrument as the journal defines it. That is all it takes to turn a customer's figures into the engine's. */
export interface Terms {
  id: number;
  kind: number;
  baseScale: number;
  quoteScale: number;
  quote: number;
  /** Base minor units of one lot, and quote minor units of one lot at one tick. */
  lotUnits: bigint;
  quoteUnitsPerTickLot: bigint;
}

/** What a figure comes to that the command cannot hold: no command has it, so that the comparison fails. */
const unfit = -1;

/** Exactly that many units of `size`, or `unfit`. */
const whole = (numerator: bigint, size: bigint): number => (numerator % size === 0n ? Number(numerator / size) : unfit);

function figure(text: string, scale: number): bigint | undefined {
  const parsed = parseUnits(text, scale);
  return parsed.ok ? parsed.units : undefined;
}

/** Longest fraction that any figure has. */
const finest = 30;

export function ticksOf({ baseScale, quoteScale, lotUnits, quoteUnitsPerTickLot }: Terms, text: string | undefined): number {
  if (text === undefined) return 0;
  const price = figure(text, finest);
  if (price === undefined) return unfit;
  return whole(price * 10n ** BigInt(quoteScale) * lotUnits, 10n ** BigInt(finest + baseScale) * quoteUnitsPerTickLot);
}

export function lotsOf({ baseScale, lotUnits }: Terms, text: string | undefined): number {
  if (text === undefined) return 0;
  const units = figure(text, baseScale);
  return units === undefined ? unfit : whole(units, lotUnits);
}

export const amountOf = (scale: number, text: string): bigint => figure(text, scale) ?? BigInt(unfit);

/** The definitions of one venue, as far as its journal was read. */
export class Definitions {
  private readonly assets = new Map<number, { code: string; scale: number }>();
  private readonly bySymbol = new Map<string, Terms>();
  private readonly byId = new Map<number, Terms>();
  private readonly stakes = new Map<number, number>();
  /** Bodies of proposals that wait. One that has expired stays: there are few. */
  private readonly proposed = new Map<number, Command>();

  /** Takes the definition that a command made, by itself or as the body of a change or of a proposal. */
  take(command: Command, outcome: Outcome): void {
    if (!outcome.ok) return;
    if (outcome.result.kind === 'proposal') {
      const { proposal, state } = outcome.result;
      if (command.kind === 'propose') this.proposed.set(proposal, command.body);
      const body = this.proposed.get(proposal);
      if (state !== 'waits') this.proposed.delete(proposal);
      if (state === 'applied' && body !== undefined) this.takeBody(body);
    } else this.takeBody(command);
  }

  private takeBody(command: Command): void {
    if (command.kind === 'announceChange') this.takeBody(command.body);
    if (command.kind === 'defineAsset') this.assets.set(command.asset, command);
    if (command.kind === 'defineTimed') this.stakes.set(command.instrument, command.asset);
    if (command.kind === 'defineInstrument') this.define(command);
  }

  instrument(symbol: string | undefined): Terms | undefined {
    return symbol === undefined ? undefined : this.bySymbol.get(symbol);
  }

  withId(instrument: number | undefined): Terms | undefined {
    return instrument === undefined ? undefined : this.byId.get(instrument);
  }

  asset(code: string): { asset: number; scale: number } | undefined {
    for (const [asset, one] of this.assets) if (one.code === code) return { asset, scale: one.scale };
    return undefined;
  }

  assetScale(asset: number): number | undefined {
    return this.assets.get(asset)?.scale;
  }

  /** The scale of the stakes of timed contracts on an instrument. */
  stakeScale(instrument: number): number | undefined {
    return this.assets.get(this.stakes.get(instrument) ?? 0)?.scale;
  }

  private define(command: Extract<Command, { kind: 'defineInstrument' }>): void {
    const { instrument: id, symbol, instrumentKind: kind, baseAsset, quoteAsset: quote, lotUnits, quoteUnitsPerTickLot } = command;
    const [baseScale, quoteScale] = [this.assets.get(baseAsset)?.scale ?? 0, this.assets.get(quote)?.scale ?? 0];
    const terms = { id, kind, baseScale, quoteScale, quote, lotUnits, quoteUnitsPerTickLot: BigInt(quoteUnitsPerTickLot) };
    this.bySymbol.set(symbol, terms);
    this.byId.set(id, terms);
  }
}

/** What the meaning of a signed request may depend on: definitions of before, and the orders and positions that are open just before the command. */
export interface Before {
  definitions: Definitions;
  engine: Pick<EngineReader, 'order' | 'position' | 'payments' | 'earnProducts' | 'earnHolding' | 'loanProducts' | 'loan'>;
}
