/** Decimals in which everything is compared: no chain has more. */
export const scale = 18;

/**
 * One thing outside, or one reason why outside and inside differ for a while. `custody`: held. `notCredited`: arrived, and not yet, or not wholly, credited. `beingSent`: has left, and is still
 * frozen inside. `cost`: kept by a network and not yet booked. `lent`: what the simulated world put into a wallet of ours so that it can pay; nothing in production.
 */
export interface OutsideLine {
  asset: number;
  kind: 'custody' | 'notCredited' | 'beingSent' | 'cost' | 'lent';
  /** For people: an address, an account, a transaction. */
  where: string;
  units: bigint;
  decimals: number;
}

/** What the ledger says of an asset, in its minor units. */
export interface InsideLine {
  asset: number;
  decimals: number;
  /** All that customers and house own: the negative of `external`. */
  owed: bigint;
  /** Of it, capital that a development venue was given without coins behind it. */
  simulated: bigint;
}

export interface AssetSum {
  asset: number;
  custody: bigint;
  liabilities: bigint;
  simulated: bigint;
  notCredited: bigint;
  beingSent: bigint;
  cost: bigint;
  /** Zero: every coin that is owed is there, and every coin that is there is owed. Positive: more is there than is owed. */
  difference: bigint;
  places: readonly { where: string; kind: OutsideLine['kind']; units: bigint }[];
}

const atScale = (units: bigint, decimals: number): bigint => {
  if (decimals > scale) throw new RangeError(`${decimals} decimals are more than ${scale}`);
  return units * 10n ** BigInt(scale - decimals);
};

/**
 * Compares outside and inside, asset by asset, in units of 10^-18:
 * `difference = custody - lent + beingSent + cost - notCredited - (liabilities - simulated)`.
 */
export function sumsOf(outside: readonly OutsideLine[], inside: readonly InsideLine[]): AssetSum[] {
  const assets = new Set([...outside, ...inside].map(({ asset }) => asset));
  return [...assets]
    .sort((a, b) => a - b)
    .map((asset) => {
      const mine = outside.filter((line) => line.asset === asset).map((line) => ({ ...line, units: atScale(line.units, line.decimals) }));
      const of = (kind: OutsideLine['kind']) => mine.reduce((sum, line) => (line.kind === kind ? sum + line.units : sum), 0n);
      const owed = (field: 'owed' | 'simulated') =>
        inside.reduce((sum, line) => (line.asset === asset ? sum + atScale(line[field], line.decimals) : sum), 0n);
      const [custody, notCredited, beingSent, cost] = [of('custody') - of('lent'), of('notCredited'), of('beingSent'), of('cost')];
      const [liabilities, simulated] = [owed('owed'), owed('simulated')];
      return {
        ...{ asset, custody, liabilities, simulated, notCredited, beingSent, cost },
        difference: custody + beingSent + cost - notCredited - (liabilities - simulated),
        places: mine.map(({ where, kind, units }) => ({ where, kind, units })),
      };
    });
}
