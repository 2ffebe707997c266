import { divCeil, divFloor } from '@bourse/money';
import type { CorporateActionEvent, HoldingChargeEvent } from '../events.ts';
import { type ReceiptDeclaration, receipt } from './declare.ts';
import { chargeFigures, corporateFigures } from './figures.ts';
import type { Sheet } from './sheet.ts';

/** Interest on a loan, or the fee for borrowed shares, of one close. */
function holdingCharge(s: Sheet): void {
  const value = s.count('value');
  const ppm = s.count('ratePpm');
  const owed = s.figure('charge', 'owed', { value, ratePpm: ppm }, `⌈${value} × ${ppm} ÷ 1000000⌉`, divCeil(value * ppm, 1_000_000n));
  const amount = s.count('amount');
  s.holds('chargeMoved', { owed, amount }, `${amount} of ${owed}`, amount <= owed && (amount !== owed) === s.flag('short'));
}

/** A split or a dividend, as one position felt it. */
function corporateAction(s: Sheet): void {
  const before = s.count('lotsBefore');
  const long = s.word('direction', 'long', 'short') === 'long';
  if (s.word('action', 'split', 'dividend') === 'split') split(s, before, long);
  else dividend(s, before, long);
}

function split(s: Sheet, before: bigint, long: boolean): void {
  const numerator = s.positive('numerator');
  const denominator = s.positive('denominator');
  const parts = before * numerator;
  const after = s.figure(
    'splitLots',
    'lotsAfter',
    { lotsBefore: before, numerator, denominator },
    `⌊${before} × ${numerator} ÷ ${denominator}⌋`,
    divFloor(parts, denominator),
  );
  const rest = parts - after * denominator;
  const price = s.count('closeTicks') * s.positive('quoteUnitsPerTickLot');
  const value = long ? divFloor(rest * price, numerator) : -divCeil(rest * price, numerator);
  s.figure(
    'fraction',
    'cash',
    { rest, closeTicks: s.count('closeTicks'), quoteUnitsPerTickLot: s.positive('quoteUnitsPerTickLot'), numerator },
    `${long ? '⌊' : '−⌈'}${rest} × ${price} ÷ ${numerator}${long ? '⌋' : '⌉'}`,
    value,
  );
}

function dividend(s: Sheet, before: bigint, long: boolean): void {
  s.figure('lotsAfter', 'lotsAfter', { lotsBefore: before }, `${before}`, before);
  const amount = s.count('amount');
  const denominator = s.positive('denominator');
  const shares = divFloor(before * s.positive('lotUnits'), 10n ** s.count('baseScale'));
  s.figure(
    'dividend',
    'cash',
    { shares, amount, denominator, direction: long ? 'long' : 'short' },
    `${long ? '⌊' : '−⌈'}${shares} × ${amount} ÷ ${denominator}${long ? '⌋' : '⌉'}`,
    long ? divFloor(shares * amount, denominator) : -divCeil(shares * amount, denominator),
  );
}

export const holdingChargeReceipt: ReceiptDeclaration = receipt<HoldingChargeEvent>({ figures: chargeFigures, work: holdingCharge });
export const corporateActionReceipt: ReceiptDeclaration = receipt<CorporateActionEvent>({
  figures: corporateFigures,
  work: corporateAction,
});
