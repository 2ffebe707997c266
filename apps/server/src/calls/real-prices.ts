import type { Command } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { type Catalogue, decidesMoney } from '../market/port.ts';

/** The instruments that a command would trade, or be priced by. */
function traded({ instruments }: Pick<Catalogue, 'instruments'>, command: Command): readonly number[] {
  switch (command.kind) {
    case 'placeOrder':
    case 'placeContractOrder':
    case 'placeStockOrder':
    case 'placeTimed':
      return [command.instrument];
    case 'swap':
      return instruments.filter(({ swap, base }) => swap && (base.id === command.from || base.id === command.to)).map(({ id }) => id);
    case 'orderBatch':
      return command.items.flatMap((item) => (item.kind === 'placeOrder' ? [item.instrument] : []));
    default:
      return [];
  }
}

/** Real money is never traded on simulated or replayed prices. The real venue's engine does not even get them; here the customer is told why. */
export function checkPricesAreReal(catalogue: Pick<Catalogue, 'instrumentById' | 'instruments'>, venue: Venue, command: Command): void {
  for (const id of traded(catalogue, command)) {
    const instrument = catalogue.instrumentById(id);
    if (instrument && !decidesMoney(venue, instrument)) throw new Refusal('pricesNotLive', { symbol: instrument.symbol });
  }
}
