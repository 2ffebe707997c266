import { divCeil, divFloor } from '@bourse/money';
import type { DeleverageEvent, LiquidationEvent } from '../events.ts';
import { type ReceiptDeclaration, receipt } from './declare.ts';
import { deleverageFigures, liquidationFigures } from './figures.ts';
import { least, most, type Sheet } from './sheet.ts';

/** The arithmetic of contracts, written for receipts in bigint, apart from the engine's own: a mistake there shows here. */

const million = 1_000_000n;

/** The median of what it is made of. Used alone and inside other receipts. */
export function mark(s: Sheet): void {
  const index = s.positive('indexTicks');
  const basis = s.int('basisTicks');
  const last = s.count('lastTicks');
  const bps = s.count('markBandBps');
  const reach = divFloor(index * bps, 10_000n);
  const within = (price: bigint) => least(most(price, most(1n, index - reach)), index + reach);
  const prices = [index, within(index + basis), within(last === 0n ? index : last)];
  const sorted = [...prices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  s.figure(
    'mark',
    'markTicks',
    { indexTicks: index, basisTicks: basis, lastTicks: last, markBandBps: bps },
    `median(${prices.join(', ')})`,
    sorted[1]!,
  );
}

/** The mark price that another receipt used, recomputed from its own inputs and equal to the one used. */
function markUsed(s: Sheet): void {
  if (!s.has('mark')) return;
  const inner = s.part('mark');
  mark(inner);
  s.steps.push(...inner.steps);
  const used = s.int('markTicks');
  const shown = inner.int('markTicks');
  if (shown !== used) s.line('mark', { markTicks: used }, `the median is ${shown}`, `${shown}`, `${used}`);
}

/** What a funding round asked of one position, and what moved. */
export function fundingPayment(s: Sheet): void {
  markUsed(s);
  const sum = s.int('premiumSumE8');
  const samples = s.count('samples');
  const average = s.figure(
    'premium',
    'premiumE8',
    { premiumSumE8: sum, samples },
    samples === 0n ? 'no samples' : `⌊${sum} ÷ ${samples}⌋`,
    samples === 0n ? 0n : divFloor(sum, samples),
  );
  const interest = s.int('interestE8');
  const cap = s.count('capE8');
  const rate = s.figure(
    'fundingRate',
    'rateE8',
    { premiumE8: average, interestE8: interest, capE8: cap },
    `max(−${cap}, min(${cap}, ${average} + ${interest}))`,
    most(-cap, least(cap, average + interest)),
  );
  const lots = s.positive('lots');
  const price = s.positive('markTicks');
  const unit = s.positive('quoteUnitsPerTickLot');
  const pays = s.word('direction', 'long', 'short') === 'long' ? rate > 0n : rate < 0n;
  const exact = lots * price * unit * (rate < 0n ? -rate : rate);
  const owed = pays ? -divCeil(exact, 100_000_000n) : divFloor(exact, 100_000_000n);
  s.figure(
    'fundingOwed',
    'owed',
    { lots, markTicks: price, quoteUnitsPerTickLot: unit, rateE8: rate },
    `${pays ? '−⌈' : '⌊'}${lots} × ${price} × ${unit} × ${rate < 0n ? -rate : rate} ÷ 100000000${pays ? '⌉' : '⌋'}`,
    owed,
  );
  const amount = s.int('amount');
  const short = s.flag('short');
  const fits = pays ? amount <= 0n && amount >= owed : amount >= 0n && amount <= owed;
  s.holds('fundingMoved', { owed, amount }, `${amount} of ${owed}`, fits && (amount !== owed) === short);
}

interface Maintenance {
  amount: bigint;
  parts: string[];
  /** Of a stock: the market value it is a share of. */
  value?: bigint;
}

/** Of a stock: one rate of the market value. */
function valueMaintenance(s: Sheet, value: bigint): Maintenance {
  const ppm = s.count('maintenancePpm');
  return { amount: divCeil(value * ppm, million), parts: [`${value} × ${ppm}`], value };
}

/** Progressive by tier. */
export function maintenanceOf(tiers: readonly Sheet[], entry: bigint): Maintenance {
  const parts: string[] = [];
  let sum = 0n;
  let from = 0n;
  for (const [at, tier] of tiers.entries()) {
    if (from >= entry) break;
    const limit = tier.positive('maxNotional');
    const until = at === tiers.length - 1 ? entry : least(entry, limit);
    const ppm = tier.count('maintenancePpm');
    sum += (until - from) * ppm;
    parts.push(`${until - from} × ${ppm}`);
    from = until;
  }
  return { amount: divCeil(sum, million), parts };
}

/** One step of a liquidation of one position. */
function liquidation(s: Sheet): void {
  markUsed(s);
  const full = s.word('mode', 'full', 'segmented') === 'full';
  const equity = s.int('equity');
  const maintenance = s.count('maintenance');
  const open = s.positive('openLots');
  const unit = s.positive('quoteUnitsPerTickLot');
  const step = open * unit;
  const price = s.positive('markTicks');
  const long = s.word('direction', 'long', 'short') === 'long';
  const stock = s.has('maintenancePpm');
  const own = stock ? valueMaintenance(s, step * price) : maintenanceOf(s.parts('tiers'), s.count('entryValue'));
  if (full) accountFigures(s, long, own, step);
  const bankruptcy = full ? fromEquity(long, price, equity, step) : ownFigures(s, long, own, step);
  s.figure(
    'bankruptcy',
    'bankruptcyTicks',
    { markTicks: price, equity, openLots: open, quoteUnitsPerTickLot: unit },
    long ? 'entry less margin, by lots and unit, rounded up' : 'entry plus margin, by lots and unit, rounded down',
    bankruptcy,
  );
  s.holds('due', { equity, maintenance }, `${equity} ≤ ${maintenance}`, equity <= maintenance && (!full || own.amount <= maintenance));
  const lots = stock ? s.figure('stepLots', 'lots', { openLots: open }, `${open}`, open) : stepLots(s, open, long);
  const filled = s.count('filledLots');
  const taken = s.count('deleveragedLots');
  s.holds(
    'closedInAll',
    { lots, openLots: open, filledLots: filled, deleveragedLots: taken },
    `${filled} + ${taken} ≤ ${lots} ≤ ${open}`,
    filled + taken <= lots && lots <= open,
  );
}

/** So many that the rest fits the tier below; in the lowest all. */
function stepLots(s: Sheet, open: bigint, long: boolean): bigint {
  const entry = s.count('entryValue');
  const limits = s.parts('tiers').map((tier) => tier.positive('maxNotional'));
  const below = limits.filter((limit) => limit < entry).at(-1);
  const kept = below === undefined ? 0n : long ? ((below + 1n) * open - 1n) / entry : (below * open) / entry;
  return s.figure(
    'stepLots',
    'lots',
    { openLots: open, entryValue: entry, tier: below ?? 0n },
    below === undefined ? `${open}` : `${open} − ${kept} that stay within ${below}`,
    open - kept,
  );
}

/** Full margin: what the whole account has stands behind it. */
function fromEquity(long: boolean, price: bigint, equity: bigint, step: bigint): bigint {
  const reach = divFloor(equity, step);
  return long ? most(1n, price - reach) : price + reach;
}

/** Full margin: what the account has, and what its other positions bring and ask. */
function accountFigures(s: Sheet, long: boolean, own: Maintenance, step: bigint): void {
  const available = s.count('available');
  const frozen = s.count('frozen');
  const apart = s.count('apart');
  const othersProfit = s.int('othersProfit');
  const othersMaintenance = s.count('othersMaintenance');
  const value = step * s.positive('markTicks');
  const profit = long ? value - s.count('entryValue') : s.count('entryValue') - value;
  s.figure(
    'accountMaintenance',
    'maintenance',
    { own: own.amount, othersMaintenance },
    `⌈(${own.parts.join(' + ')}) ÷ 1000000⌉ + ${othersMaintenance}`,
    own.amount + othersMaintenance,
  );
  s.figure(
    'accountEquity',
    'equity',
    { available, frozen, apart, profit, othersProfit },
    `${available} + ${frozen} − ${apart} + ${profit} + ${othersProfit}`,
    available + frozen - apart + profit + othersProfit,
  );
}

/** Segmented: the position stands alone, so its maintenance and equity follow from it. */
function ownFigures(s: Sheet, long: boolean, own: Maintenance, step: bigint): bigint {
  const entry = s.count('entryValue');
  const margin = s.count('margin');
  const price = s.positive('markTicks');
  const value = step * price;
  const profit = long ? value - entry : entry - value;
  const inputs: Record<string, bigint> =
    own.value === undefined ? { entryValue: entry } : { value: own.value, maintenancePpm: s.count('maintenancePpm') };
  const rule = own.value === undefined ? 'maintenance' : 'valueMaintenance';
  s.figure(rule, 'maintenance', inputs, `⌈(${own.parts.join(' + ')}) ÷ 1000000⌉`, own.amount);
  s.figure('equity', 'equity', { margin, profit }, `${margin} + ${profit}`, margin + profit);
  return long ? most(1n, divCeil(entry - margin, step)) : divFloor(entry + margin, step);
}

/** The other side of a deleveraging. */
function deleverage(s: Sheet): void {
  const lots = s.positive('lots');
  const price = s.positive('priceTicks');
  const unit = s.positive('quoteUnitsPerTickLot');
  s.figure('value', 'value', { lots, priceTicks: price, quoteUnitsPerTickLot: unit }, `${lots} × ${price} × ${unit}`, lots * price * unit);
  const rank = s.positive('rank');
  const ranked = s.positive('ranked');
  s.holds('rank', { rank, ranked }, `1 ≤ ${rank} ≤ ${ranked}`, rank <= ranked);
  const at = s.positive('bankruptcyTicks');
  s.line('atBankruptcy', { priceTicks: price, bankruptcyTicks: at }, `${at}`, `${at}`, `${price}`);
}

export const liquidationReceipt: ReceiptDeclaration = receipt<LiquidationEvent>({ figures: liquidationFigures, work: liquidation });
export const deleverageReceipt: ReceiptDeclaration = receipt<DeleverageEvent>({ figures: deleverageFigures, work: deleverage });
