import { divCeil, divFloor } from '@bourse/money';
import type { Sheet } from './sheet.ts';

/** Interest on a loan, or the fee for borrowed shares, of one close. */
export function holdingCharge(s: Sheet): void {
  const value = s.count('value');
  const ppm = s.count('ratePpm');
  const owed = s.figure('charge', 'owed', { value, ratePpm: ppm }, `⌈${value} × ${ppm} ÷ 1000000⌉`, divCeil(value * ppm, 1_000_000n));
  const amount = s.count('amount');
  s.holds('chargeMoved', { owed, amount }, `${amount} of ${owed}`, amount <= owed && (amount !== owed) === s.flag('short'));
}

/** A split or a dividend, as one position felt it. */
export function corporateAction(s: Sheet): void {
  const before = s.count('lotsBefore');
  if (s.word('action', 'split', 'dividend') === 'split') {
    const numerator = s.positive('numerator');
    const denominator = s.positive('denominator');
    s.figure(
      'splitLots',
      'lotsAfter',
      { lotsBefore: before, numerator, denominator },
      `⌊${before} × ${numerator} ÷ ${denominator}⌋`,
      divFloor(before * numerator, denominator),
    );
    return;
  }
  s.figure('lotsAfter', 'lotsAfter', { lotsBefore: before }, `${before}`, before);
  const each = s.count('amountPerShare');
  const shares = before * s.positive('sharesPerLot');
  const long = s.word('direction', 'long', 'short') === 'long';
  s.figure(
    'dividend',
    'cash',
    { shares, amountPerShare: each, direction: long ? 'long' : 'short' },
    `${long ? '' : '−'}${shares} × ${each}`,
    long ? shares * each : -shares * each,
  );
}
