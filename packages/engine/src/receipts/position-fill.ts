import { divCeil, divFloor } from '@bourse/money';
import { least, most, type Sheet } from './sheet.ts';

const million = 1_000_000n;

/** One side of a fill, with its effect on the position. */
export function positionFill(s: Sheet): void {
  const lots = s.positive('lots');
  const price = s.positive('priceTicks');
  const unit = s.positive('quoteUnitsPerTickLot');
  const value = s.figure(
    'value',
    'value',
    { lots, priceTicks: price, quoteUnitsPerTickLot: unit },
    `${lots} × ${price} × ${unit}`,
    lots * price * unit,
  );
  const open = s.count('openLots');
  const entry = s.count('entryValue');
  const margin = s.count('margin');
  if (s.word('action', 'open', 'close') === 'open') {
    opening(s, value);
    s.figure('lotsAfter', 'lotsAfter', { openLots: open, lots }, `${open} + ${lots}`, open + lots);
    s.figure('entryAfter', 'entryAfter', { entryValue: entry, value }, `${entry} + ${value}`, entry + value);
    const moved = s.int('marginMoved');
    s.figure('marginAfter', 'marginAfter', { margin, marginMoved: moved }, `${margin} + ${moved}`, margin + moved);
    return;
  }
  const closedEntry = closing(s, value);
  const moved = s.int('marginMoved');
  s.figure('lotsAfter', 'lotsAfter', { openLots: open, lots }, `${open} − ${lots}`, open - lots);
  s.figure('entryAfter', 'entryAfter', { entryValue: entry, closedEntry }, `${entry} − ${closedEntry}`, entry - closedEntry);
  s.figure('marginAfter', 'marginAfter', { margin, marginMoved: moved }, `${margin} − ${moved}`, margin - moved);
}

function opening(s: Sheet, value: bigint): void {
  const lots = s.positive('lots');
  const price = s.positive('priceTicks');
  const unit = s.positive('quoteUnitsPerTickLot');
  const leverage = s.positive('leverage');
  const perLot = divCeil(price * unit, leverage);
  s.figure(
    'marginLocked',
    'marginMoved',
    { lots, priceTicks: price, quoteUnitsPerTickLot: unit, leverage },
    `${lots} × ⌈${price} × ${unit} ÷ ${leverage}⌉`,
    lots * perLot,
  );
  const ppm = s.count('feePpm');
  s.figure('openingFee', 'fee', { value, feePpm: ppm }, `⌈${value} × ${ppm} ÷ 1000000⌉`, divCeil(value * ppm, million));
  for (const name of ['closedEntry', 'profit', 'insured', 'paidOut'] as const) s.figure(name, name, {}, 'nothing was closed', 0n);
}

/** Returns the entry value of the closed lots. */
function closing(s: Sheet, value: bigint): bigint {
  const lots = s.positive('lots');
  const open = s.positive('openLots');
  const entry = s.count('entryValue');
  const long = s.word('direction', 'long', 'short') === 'long';
  const part = long ? divCeil(entry * lots, open) : divFloor(entry * lots, open);
  const bracket = long ? ['⌈', '⌉'] : ['⌊', '⌋'];
  const closedEntry = s.figure(
    'closedEntry',
    'closedEntry',
    { entryValue: entry, lots, openLots: open, direction: long ? 'long' : 'short' },
    `${bracket[0]}${entry} × ${lots} ÷ ${open}${bracket[1]}`,
    part,
  );
  const profit = s.figure(
    'profit',
    'profit',
    { value, closedEntry, direction: long ? 'long' : 'short' },
    long ? `${value} − ${closedEntry}` : `${closedEntry} − ${value}`,
    long ? value - closedEntry : closedEntry - value,
  );
  const ppm = s.count('feePpm');
  const fullFee = divCeil(value * ppm, million);
  const stock = s.word('product', 'contract', 'stock') === 'stock';
  const forced = s.word('role', 'taker', 'maker', 'liquidation', 'deleverage') === 'liquidation';
  const released = stock ? stockRelease(s, long, value, closedEntry) : contractRelease(s, forced, profit, fullFee);
  const left = stock ? stockLeft(s, long, value, closedEntry, released) : released + profit;
  // In full margin the account may add what is missing for the loss and the fee; in a liquidation, for the loss only.
  const full = !stock && s.word('mode', 'full', 'segmented') === 'full';
  const covered = full ? accountAdds(s, forced, profit, fullFee, released) : 0n;
  const fee = s.count('fee');
  // In a liquidation the fee comes only out of what the position itself leaves.
  const payable = most(0n, left + (forced ? 0n : covered));
  s.holds(
    'closingFee',
    { value, feePpm: ppm, fee },
    `min(⌈${value} × ${ppm} ÷ 1000000⌉ = ${fullFee}, what is left: ${payable})`,
    fee === least(fullFee, payable),
  );
  const insured = s.count('insured');
  const uncovered = most(0n, -left - covered);
  s.holds('insured', { released, profit, insured }, `what is missing: ${uncovered}`, insured === uncovered);
  s.figure(
    'paidOut',
    'paidOut',
    { released, profit, insured, fee },
    `${released} + ${profit} + ${insured} − ${fee}`,
    released + profit + insured - fee,
  );
  return closedEntry;
}

/** The amount that the account added, which is at most what the margin left missing. */
function accountAdds(s: Sheet, forced: boolean, profit: bigint, fullFee: bigint, released: bigint): bigint {
  const covered = s.count('covered');
  const missing = most(0n, (forced ? -profit - beyondBankruptcy(s) : fullFee - profit) - released);
  s.holds('accountAdds', { missing, covered }, `${covered} ≤ ${missing}`, covered <= missing);
  return covered;
}

/** The insurance fund pays what a trade costs beyond the bankruptcy price. */
function beyondBankruptcy(s: Sheet): bigint {
  const limit = s.positive('bankruptcyTicks');
  const price = s.positive('priceTicks');
  const long = s.word('direction', 'long', 'short') === 'long';
  return most(0n, long ? limit - price : price - limit) * s.positive('lots') * s.positive('quoteUnitsPerTickLot');
}

/**
 * Margin is released in proportion, or more where loss and fee need it. In a liquidation it does not cover what the fund pays beyond the bankruptcy price.
 */
function contractRelease(s: Sheet, forced: boolean, profit: bigint, fullFee: bigint): bigint {
  const lots = s.positive('lots');
  const open = s.positive('openLots');
  const margin = s.count('margin');
  const share = lots === open ? margin : divFloor(margin * lots, open);
  if (forced) return forcedRelease(s, profit, share);
  return s.figure(
    'marginReleased',
    'marginMoved',
    { margin, lots, openLots: open, fee: fullFee, profit },
    `max(⌊${margin} × ${lots} ÷ ${open}⌋, min(${margin}, ${fullFee} − ${profit}))`,
    most(share, least(margin, fullFee - profit)),
  );
}

function forcedRelease(s: Sheet, profit: bigint, share: bigint): bigint {
  const margin = s.count('margin');
  const theirs = beyondBankruptcy(s);
  return s.figure(
    'forcedRelease',
    'marginMoved',
    { margin, share, profit, beyond: theirs },
    `max(${share}, min(${margin}, −${profit} − ${theirs}))`,
    most(share, least(margin, -profit - theirs)),
  );
}

/** A sale first repays the loan of the sold lots. A short is bought back out of its proceeds and margin. */
function stockRelease(s: Sheet, long: boolean, value: bigint, closedEntry: bigint): bigint {
  const lots = s.positive('lots');
  const open = s.positive('openLots');
  const margin = s.count('margin');
  const whole = lots === open;
  if (long) {
    const repaid = loanRepaid(s);
    return s.figure(
      'stockReleased',
      'marginMoved',
      { margin, closedEntry, repaid },
      whole ? `${margin}` : `min(${margin}, ${closedEntry} − ${repaid})`,
      whole ? margin : least(margin, closedEntry - repaid),
    );
  }
  const share = whole ? margin : divFloor(margin * lots, open);
  return s.figure(
    'stockReleased',
    'marginMoved',
    { margin, lots, openLots: open, value, closedEntry },
    `max(⌊${margin} × ${lots} ÷ ${open}⌋, min(${margin}, ${value} − ${closedEntry}))`,
    most(share, least(margin, value - closedEntry)),
  );
}

/** A margined long owes the part of its entry value that it did not pay itself. */
function loanRepaid(s: Sheet): bigint {
  const loan = s.count('entryValue') - s.count('margin');
  const lots = s.positive('lots');
  const open = s.positive('openLots');
  return lots === open ? loan : divCeil(loan * lots, open);
}

const stockLeft = (s: Sheet, long: boolean, value: bigint, closedEntry: bigint, released: bigint): bigint =>
  long ? value - loanRepaid(s) : closedEntry + released - value;
