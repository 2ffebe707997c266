import { divCeil, divFloor, formatUnits } from '@bourse/money';
import { digits, type Figures, pick, type ReceiptDeclaration, receipt } from '../receipts/declare.ts';
import type { SettlementFacts } from '../receipts/facts.ts';
import type { Sheet } from '../receipts/sheet.ts';
import type { Leg, SwapEvent } from './declare.ts';

const million = 1_000_000n;

const rules = {
  gross: 'amount × price of what was paid × (1,000,000 − spread) ÷ (price of what was got × 1,000,000), one division, rounded down/1',
  fee: 'gross × fee rate ÷ 1,000,000, rounded up/1',
  received: 'gross − fee/1',
  atLeast: 'received ≥ the least that the customer accepted/1',
} as const;

const legFigures = ({ lot, ...leg }: Leg) => ({ ...leg, lot: String(lot) });
const words = (amount: bigint, { code, scale }: Pick<Leg, 'code' | 'scale'>) => `${formatUnits(amount, scale)} ${code}`;

function figures(event: SwapEvent, { asset }: SettlementFacts): Figures | undefined {
  if (asset === undefined) return undefined;
  const { paid, got, gross, fee, amount } = event;
  return {
    assetCode: asset.code,
    assetScale: asset.scale,
    swap: event.swap,
    payment: words(amount, paid),
    ...digits(event, 'amount', 'gross', 'fee', 'minReceive'),
    ...pick(event, 'spreadPpm', 'feePpm'),
    received: String(gross - fee),
    paid: legFigures(paid),
    got: legFigures(got),
  };
}

/** Minor units of the money for one minor unit of the asset, as a fraction. */
function priceOf(s: Sheet<keyof typeof rules>, side: 'paid' | 'got') {
  const leg = s.part(side);
  const [ticks, unit, lot] = [leg.positive('ticks'), leg.positive('unit'), leg.positive('lot')];
  return { ticks, unit, lot, value: ticks * unit };
}

function work(s: Sheet<keyof typeof rules>): void {
  const amount = s.positive('amount');
  const [paid, got] = [priceOf(s, 'paid'), priceOf(s, 'got')];
  const spread = s.count('spreadPpm');
  const gross = s.figure(
    'gross',
    'gross',
    { amount, paidTicks: paid.ticks, gotTicks: got.ticks, spreadPpm: spread },
    `⌊${amount} × ${paid.value} × ${got.lot} × ${million - spread} ÷ (${paid.lot} × ${got.value} × ${million})⌋`,
    divFloor(amount * paid.value * got.lot * (million - spread), paid.lot * got.value * million),
  );
  const rate = s.count('feePpm');
  const fee = s.figure('fee', 'fee', { gross, feePpm: rate }, `⌈${gross} × ${rate} ÷ ${million}⌉`, divCeil(gross * rate, million));
  const received = s.figure('received', 'received', { gross, fee }, `${gross} − ${fee}`, gross - fee);
  const least = s.count('minReceive');
  s.holds('atLeast', { received, least }, `${received} ≥ ${least}`, received >= least);
}

export const swapReceipt: ReceiptDeclaration = receipt<SwapEvent, keyof typeof rules>({
  figures,
  work,
  rules,
  view: {
    words: 'swaps',
    headline: 'received',
    inputs: { payment: 'plain', spreadPpm: 'plain', feePpm: 'plain', minReceive: 'money' },
    lines: { gross: 'money', fee: 'money', received: 'money' },
  },
});
