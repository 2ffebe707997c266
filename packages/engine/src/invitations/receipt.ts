import { digits, type Figures, pick, type ReceiptDeclaration, receipt } from '../receipts/declare.ts';
import type { SettlementFacts } from '../receipts/facts.ts';
import type { Sheet } from '../receipts/sheet.ts';
import type { RebateDayEvent } from './declare.ts';

const million = 1_000_000n;

const rules = {
  dayFees: 'the fees of all lines added up/1',
  owed: 'each line’s fees × its part, added up, + what was carried; in millionths of the smallest unit/1',
  rebatePaid: 'owed ÷ 1,000,000, rounded down/1',
  rebateLeft: 'owed − paid × 1,000,000/1',
} as const;

/** It names no friend: its lines are fees and parts. */
function figures(event: RebateDayEvent, { asset }: SettlementFacts): Figures | undefined {
  if (asset === undefined) return undefined;
  const { lines, carried, paid, remainder } = event;
  return {
    assetCode: asset.code,
    assetScale: asset.scale,
    ...pick(event, 'rebate', 'wallet', 'day'),
    lines: lines.map(({ fees, partPpm }) => ({ fees: String(fees), partPpm })),
    dayFees: String(lines.reduce((sum, { fees }) => sum + fees, 0n)),
    ...{ carried, remainder },
    owed: String(paid * million + BigInt(remainder)),
    ...digits(event, 'paid'),
  };
}

function work(s: Sheet<keyof typeof rules>): void {
  const lines = s.parts('lines').map((line) => ({ fees: line.count('fees'), part: line.count('partPpm') }));
  const fees = lines.reduce((sum, one) => sum + one.fees, 0n);
  const given = Object.fromEntries(lines.map((one, at) => [`fees${at + 1}`, one.fees]));
  s.figure('dayFees', 'dayFees', given, lines.map((one) => one.fees).join(' + '), fees);
  const carried = s.count('carried');
  const sum = lines.map((one) => `${one.fees} × ${one.part}`).join(' + ');
  const owed = s.figure(
    'owed',
    'owed',
    { ...given, carried },
    `${sum} + ${carried}`,
    lines.reduce((all, one) => all + one.fees * one.part, carried),
  );
  const paid = s.figure('rebatePaid', 'paid', { owed }, `⌊${owed} ÷ ${million}⌋`, owed / million);
  s.figure('rebateLeft', 'remainder', { owed, paid }, `${owed} − ${paid} × ${million}`, owed - paid * million);
}

export const rebateReceipt: ReceiptDeclaration = receipt<RebateDayEvent, keyof typeof rules>({
  figures,
  work,
  rules,
  view: {
    words: 'referral',
    headline: 'paid',
    inputs: { day: 'time', dayFees: 'money', carried: 'plain' },
    lines: { dayFees: 'money', owed: 'plain', rebatePaid: 'money', rebateLeft: 'plain' },
  },
});
