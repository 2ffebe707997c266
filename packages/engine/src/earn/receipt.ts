import { divFloor } from '@bourse/money';
import { digits, type Figures, pick, type ReceiptDeclaration, receipt } from '../receipts/declare.ts';
import type { SettlementFacts } from '../receipts/facts.ts';
import type { Sheet } from '../receipts/sheet.ts';
import type { EarnInterestEvent } from './declare.ts';

const million = 1_000_000n;
/** A year has 365 days, and rates are parts per million. */
const year = 365n * million;

const rules = {
  owed: 'carried + principal × (rates until − rates before)/1',
  interest: 'owed × part ÷ 1,000,000 ÷ (365 × 1,000,000), one division, rounded down/1',
} as const;

function figures(event: EarnInterestEvent, { asset }: SettlementFacts): Figures | undefined {
  if (asset === undefined) return undefined;
  const { principal, carried, fromIndex, toIndex } = event;
  return {
    assetCode: asset.code,
    assetScale: asset.scale,
    ...pick(event, 'holding', 'product', 'fromIndex', 'toIndex', 'partPpm', 'interestCause'),
    ...digits(event, 'principal', 'carried', 'interest'),
    owed: String(carried + BigInt(principal) * BigInt(toIndex - fromIndex)),
  };
}

function work(s: Sheet<keyof typeof rules>): void {
  const principal = s.positive('principal');
  const carried = s.count('carried');
  const [from, to] = [s.count('fromIndex'), s.count('toIndex')];
  const part = s.count('partPpm');
  const owed = s.figure(
    'owed',
    'owed',
    { carried, principal, from, to },
    `${carried} + ${principal} × (${to} − ${from})`,
    carried + principal * (to - from),
  );
  s.figure('interest', 'interest', { owed, part }, `⌊${owed} × ${part} ÷ (${million} × ${year})⌋`, divFloor(owed * part, million * year));
}

export const interestReceipt: ReceiptDeclaration = receipt<EarnInterestEvent, keyof typeof rules>({
  figures,
  work,
  rules,
  view: {
    words: 'earn',
    headline: 'interest',
    inputs: { principal: 'money', carried: 'plain', fromIndex: 'plain', toIndex: 'plain', partPpm: 'plain' },
    lines: { owed: 'plain', interest: 'money' },
  },
});
