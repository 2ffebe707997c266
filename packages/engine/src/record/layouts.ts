/** A field is a number; `packed` holds several small numbers in one integer. An amount of any size takes two places as `limbs`: the high limb, then the low one. */
type Shape = { readonly [Field: string]: 'number' | 'packed' | 'limbs' };
type LowLimbs<S extends Shape> = { [Field in keyof S & string]: S[Field] extends 'limbs' ? `${Field}Low` : never }[keyof S & string];

/** Where a record's fields stand after its beginning; the low limb of `x` is `xLow`. `code` is the record's first number, `length` counts all its numbers. */
type Places<S extends Shape> = { readonly [Place in (keyof S & string) | LowLimbs<S> | 'code' | 'length']: number };

const lengthBits = 6;
/** The length of the record that begins with `code`. */
export const lengthOf = (code: number) => code & ((1 << lengthBits) - 1);

/**
 * Declares a record of the hot lane: its number, and its fields in their order. In a bundle `scripts/number-tables.mjs` turns the declaration into an enum,
 * so that each place is a literal where it is read.
 */
function record<const S extends Shape>(number: number, shape: S): Places<S> {
  const places: Record<string, number> = {};
  let length = 1;
  for (const [field, type] of Object.entries(shape)) {
    places[field] = length++;
    if (type === 'limbs') places[`${field}Low`] = length++;
  }
  return { ...places, length, code: (number << lengthBits) + length } as Places<S>;
}

/** Begins the records of one command. */
export const CommandRecord = record(0, { seq: 'number', time: 'number' });

/** An event of the cold lane: its place in the list of cold events. */
export const ColdRecord = record(1, { place: 'number' });

/** `flags` as in `decode.ts`, with the reason above them. Lots are 0 for an order by value, `quoteAmount` for any other. */
export const OrderRecord = record(2, {
  order: 'number',
  account: 'number',
  instrument: 'number',
  flags: 'packed',
  priceTicks: 'number',
  triggerTicks: 'number',
  lots: 'number',
  quoteAmount: 'number',
  filledLots: 'number',
  filledQuote: 'number',
  reserved: 'number',
  reservedAsset: 'number',
  placedAt: 'number',
});

export const FillRecord = record(3, {
  fill: 'number',
  instrument: 'number',
  priceTicks: 'number',
  lots: 'number',
  baseUnits: 'number',
  quoteUnits: 'number',
  takerSide: 'number',
  takerOrder: 'number',
  takerAccount: 'number',
  takerPpm: 'number',
  takerFee: 'number',
  takerAsset: 'number',
  makerOrder: 'number',
  makerAccount: 'number',
  makerPpm: 'number',
  makerFee: 'number',
  makerAsset: 'number',
});

/** `label` is the flow code × 64 + the wallet × 8 + the direction. */
export const LedgerRecord = record(4, {
  posting: 'number',
  account: 'number',
  label: 'packed',
  asset: 'number',
  available: 'limbs',
  frozen: 'limbs',
  availableAfter: 'limbs',
  frozenAfter: 'limbs',
  order: 'number',
  fill: 'number',
});

export const DepthRecord = record(5, { instrument: 'number', side: 'number', priceTicks: 'number', lots: 'number', orders: 'number' });

/** `source` is the number of a feed. */
export const ReferenceRecord = record(6, { instrument: 'number', priceTicks: 'number', tickTime: 'number', source: 'number' });

export const MarkRecord = record(7, {
  instrument: 'number',
  markTicks: 'number',
  indexTicks: 'number',
  basisTicks: 'number',
  lastTicks: 'number',
  tickTime: 'number',
  source: 'number',
});

/** `terms` as in `book/terms.ts`. */
export const TermsRecord = record(8, {
  order: 'number',
  terms: 'packed',
  position: 'number',
  takeProfitTicks: 'number',
  stopLossTicks: 'number',
});

/** `flags` as in `leverage/positions.ts`. `reason` is a place in `positionReasons`. */
export const PositionRecord = record(9, {
  position: 'number',
  account: 'number',
  instrument: 'number',
  flags: 'packed',
  lots: 'number',
  entryValue: 'number',
  margin: 'number',
  loan: 'number',
  realised: 'number',
  fees: 'number',
  funding: 'number',
  closedLots: 'number',
  exitValue: 'number',
  closedEntry: 'number',
  takeProfitTicks: 'number',
  stopLossTicks: 'number',
  liquidationTicks: 'number',
  openedAt: 'number',
  reason: 'number',
});

/** The position as it was before the fill. `role` is a place in `roles`. `covered` is −1 outside full margin. */
export const PositionFillRecord = record(10, {
  settlement: 'number',
  fill: 'number',
  order: 'number',
  account: 'number',
  position: 'number',
  instrument: 'number',
  direction: 'number',
  action: 'number',
  role: 'number',
  mode: 'number',
  leverage: 'number',
  priceTicks: 'number',
  lots: 'number',
  value: 'number',
  openLots: 'number',
  entryValue: 'number',
  margin: 'number',
  closedEntry: 'number',
  profit: 'number',
  marginMoved: 'number',
  feePpm: 'number',
  fee: 'number',
  insured: 'number',
  covered: 'number',
});

export const FundingPaymentRecord = record(11, {
  round: 'number',
  position: 'number',
  account: 'number',
  instrument: 'number',
  direction: 'number',
  lots: 'number',
  markTicks: 'number',
  rateE8: 'number',
  owed: 'number',
  amount: 'number',
});
