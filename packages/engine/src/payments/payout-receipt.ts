import { type Figures, type ReceiptDeclaration, receipt } from '../receipts/declare.ts';
import type { SettlementFacts } from '../receipts/facts.ts';
import type { Sheet } from '../receipts/sheet.ts';
import type { PayoutEvent } from './declare.ts';

const rules = {
  fee: 'fixed + amount × ppm ÷ 1,000,000, rounded up/1',
  net: 'amount − fee/1',
  paid: 'net when it arrived, otherwise 0/1',
  given: 'amount when it was not paid; what the bank gave back; otherwise 0/1',
  change: 'given back − amount/1',
} as const;

const ends = ['completed', 'notPassed', 'cancelled', 'notSent', 'returned'] as const;
const wasPaid = (state: string) => state === 'completed' || state === 'returned';

/** How a payout ended: paid, given back, or both. */
function figures(event: PayoutEvent, { asset }: SettlementFacts): Figures | undefined {
  if (asset === undefined || !ends.some((end) => end === event.state)) return undefined;
  const { payout, channel, state, digest, evidence, amount, feeFixed, feePpm, fee, returned } = event;
  const given = wasPaid(state) ? returned : amount;
  const figure = { amount, feeFixed, feePpm, fee, net: amount - fee, paid: wasPaid(state) ? amount - fee : 0, returned, given };
  return {
    ...{ assetCode: asset.code, assetScale: asset.scale, payout, channel, state, destination: digest, evidence },
    ...Object.fromEntries(Object.entries(figure).map(([name, value]) => [name, String(value)])),
    change: String(given - amount),
  };
}

function work(s: Sheet<keyof typeof rules>): void {
  const amount = s.positive('amount');
  const fixed = s.count('feeFixed');
  const ppm = s.count('feePpm');
  const state = s.word('state', ...ends);
  const share = (amount * ppm + 999_999n) / 1_000_000n;
  const fee = s.figure('fee', 'fee', { fixed, amount, ppm }, `${fixed} + ⌈${amount} × ${ppm} ÷ 1000000⌉`, fixed + share);
  const net = s.figure('net', 'net', { amount, fee }, `${amount} − ${fee}`, amount - fee);
  const returned = s.count('returned');
  s.figure('paid', 'paid', { net, state }, state, wasPaid(state) ? net : 0n);
  const given = s.figure('given', 'given', { amount, returned, state }, state, wasPaid(state) ? returned : amount);
  s.figure('change', 'change', { given, amount }, `${given} − ${amount}`, given - amount);
  if (returned > (state === 'returned' ? net : 0n)) s.holds('given', { returned, net }, `${returned} ≤ ${net}`, false);
}

export const payoutReceipt: ReceiptDeclaration = receipt<PayoutEvent, keyof typeof rules>({
  figures,
  work,
  rules,
  view: {
    words: 'payouts',
    headline: 'change',
    inputs: { amount: 'money', feeFixed: 'money', feePpm: 'plain', returned: 'money' },
    lines: { fee: 'money', net: 'money', paid: 'money', given: 'money', change: 'money' },
  },
});
