import { type Figures, type ReceiptDeclaration, receipt } from '../receipts/declare.ts';
import type { SettlementFacts } from '../receipts/facts.ts';
import type { Sheet } from '../receipts/sheet.ts';
import type { DepositEvent } from './declare.ts';

const rules = {
  credited: 'amount − fee/1',
  after: 'before + credited/1',
  reversed: 'taken back from the account + borne by the exchange/1',
  kept: 'credited − taken back from the account/1',
} as const;

/** What came in, or what was taken back of it. */
function figures(event: DepositEvent, { asset }: SettlementFacts): Figures | undefined {
  if (asset === undefined) return undefined;
  const { deposit, channel, source, evidence, state, amount, fee, before, taken, lost } = event;
  const head = { assetCode: asset.code, assetScale: asset.scale, deposit, channel, source, evidence, state };
  const credited = amount - fee;
  return {
    ...head,
    amount: String(amount),
    fee: String(fee),
    credited: String(credited),
    before: String(before),
    after: String(before + credited),
    taken: String(taken),
    lost: String(lost),
    reversed: String(taken + lost),
    kept: String(credited - taken),
  };
}

function work(s: Sheet<keyof typeof rules>): void {
  const amount = s.positive('amount');
  const fee = s.count('fee');
  const before = s.count('before');
  const credited = s.figure('credited', 'credited', { amount, fee }, `${amount} − ${fee}`, amount - fee);
  s.figure('after', 'after', { before, credited }, `${before} + ${credited}`, before + credited);
  const taken = s.count('taken');
  const lost = s.count('lost');
  s.figure('reversed', 'reversed', { taken, lost }, `${taken} + ${lost}`, taken + lost);
  s.figure('kept', 'kept', { credited, taken }, `${credited} − ${taken}`, credited - taken);
  const state = s.word('state', 'credited', 'reversed');
  if ((state === 'credited') !== (taken + lost === 0n) || taken + lost > amount)
    s.holds('reversed', { state, amount }, `${taken + lost}`, false);
}

export const depositReceipt: ReceiptDeclaration = receipt<DepositEvent, keyof typeof rules>({
  figures,
  work,
  rules,
  view: {
    words: 'deposits',
    headline: 'kept',
    inputs: { amount: 'money', fee: 'money', before: 'money', taken: 'money', lost: 'money' },
    lines: { credited: 'money', after: 'money', reversed: 'money', kept: 'money' },
  },
});
