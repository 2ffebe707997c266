import type { InstrumentInfo } from '../port.ts';

/**
 * Account numbers from here on belong to the house's simulated participants. Customers' numbers are counted up from 100,000, and a venue has room for four
 * million of them. A house account of the engine cannot serve: of those only the market maker may trade.
 */
const firstParticipant = 2_000_000_000;

export const isParticipant = (account: number): boolean => account >= firstParticipant;

/** How many participants trade the instruments of one kind; of stocks, those of one currency. */
export const perGroup = 4;

/** One of the participants who trade this instrument. The numbers depend on nothing that a release changes. */
export const participantFor = ({ kind, quote }: InstrumentInfo, place: number): number =>
  firstParticipant + kind * 10_000_000 + (kind === 3 ? quote.id * 100 : 0) + place;
