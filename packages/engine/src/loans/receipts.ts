import { divCeil, divFloor } from '@bourse/money';
import { digits, type Figures, pick, type ReceiptDeclaration, receipt } from '../receipts/declare.ts';
import type { SettlementFacts } from '../receipts/facts.ts';
import { least, type Sheet } from '../receipts/sheet.ts';
import type { LoanRepaymentEvent, LoanSaleEvent } from './declare.ts';

const million = 1_000_000n;
/** A year has 8,760 hours, and rates are parts per million. */
const year = 8_760n * million;

const debtRules = {
  owed: 'carried + principal × yearly rate × hours/1',
  debt: 'principal + owed ÷ (8,760 × 1,000,000), rounded up/1',
} as const;
const splitRules = {
  interest: 'if all is paid debt − principal, otherwise the smaller of paid and owed ÷ (8,760 × 1,000,000), rounded down/1',
  repaid: 'paid − interest/1',
} as const;

const repaymentRules = { ...debtRules, paid: 'the smaller of what was offered and the debt/1', ...splitRules } as const;

const saleRules = {
  ...debtRules,
  value: 'collateral × ticks × unit ÷ lot, rounded down/1',
  ltv: 'debt × 1,000,000 ÷ value, rounded up/1',
  due: 'the share has reached the level of sale/1',
  wanted: '((debt + 1) × 1,000,000 − opening level × (value − 1)) ÷ (1,000,000 − opening level − fee rate), rounded up/1',
  sold: 'the smallest of wanted × lot ÷ (ticks × unit), rounded up; the collateral; and what the desk can pay for, rounded down/1',
  proceeds: 'sold × ticks × unit ÷ lot, rounded down/1',
  fee: 'proceeds × fee rate ÷ 1,000,000, rounded up; of all the collateral at most proceeds − debt/1',
  paid: 'the smaller of the debt and proceeds − fee/1',
  ...splitRules,
  returned: 'proceeds − fee − paid/1',
  insured: 'of all the collateral the smaller of principal − repaid and what the insurance fund had, otherwise 0/1',
} as const;

type Debt = Pick<LoanRepaymentEvent, 'principal' | 'carried' | 'yearlyPpm' | 'hours'>;

const debtFigures = (event: Debt) => {
  const owed = event.carried + BigInt(event.principal) * BigInt(event.yearlyPpm) * BigInt(event.hours);
  return {
    ...digits(event, 'principal', 'carried'),
    ...pick(event, 'yearlyPpm', 'hours'),
    owed: String(owed),
    debt: String(BigInt(event.principal) + divCeil(owed, year)),
  };
};

function debtOf(s: Sheet<keyof typeof debtRules>) {
  const [principal, carried] = [s.count('principal'), s.count('carried')];
  const [rate, hours] = [s.count('yearlyPpm'), s.count('hours')];
  const inputs = { carried, principal, rate, hours };
  const owed = s.figure('owed', 'owed', inputs, `${carried} + ${principal} × ${rate} × ${hours}`, carried + principal * rate * hours);
  const arithmetic = `${principal} + ⌈${owed} ÷ ${year}⌉`;
  const debt = s.figure('debt', 'debt', { principal, owed }, arithmetic, principal + divCeil(owed, year));
  return { principal, owed, debt };
}

/** How a payment is divided: interest first. */
function split(s: Sheet<keyof typeof splitRules>, { principal, owed, debt, paid }: Record<'principal' | 'owed' | 'debt' | 'paid', bigint>) {
  const all = paid === debt;
  const interest = s.figure(
    'interest',
    'interest',
    { paid, debt, principal, owed },
    all ? `${debt} − ${principal}` : `min(${paid}, ⌊${owed} ÷ ${year}⌋)`,
    all ? debt - principal : least(paid, divFloor(owed, year)),
  );
  return s.figure('repaid', 'repaid', { paid, interest }, `${paid} − ${interest}`, paid - interest);
}

export const repaymentReceipt: ReceiptDeclaration = receipt<LoanRepaymentEvent, keyof typeof repaymentRules>({
  figures(event, { asset }: SettlementFacts): Figures | undefined {
    if (asset === undefined) return undefined;
    return {
      assetCode: asset.code,
      assetScale: asset.scale,
      loan: event.loan,
      ...debtFigures(event),
      ...digits(event, 'most', 'interest', 'repaid'),
      paid: String(event.interest + event.repaid),
    };
  },
  work(s) {
    const { principal, owed, debt } = debtOf(s);
    const most = s.positive('most');
    const paid = s.figure('paid', 'paid', { most, debt }, `min(${most}, ${debt})`, least(most, debt));
    split(s, { principal, owed, debt, paid });
  },
  rules: repaymentRules,
  view: {
    words: 'loans',
    headline: 'paid',
    inputs: { principal: 'money', carried: 'plain', yearlyPpm: 'plain', hours: 'plain', most: 'money' },
    lines: { owed: 'plain', debt: 'money', paid: 'money', interest: 'money', repaid: 'money' },
  },
});

export const saleReceipt: ReceiptDeclaration = receipt<LoanSaleEvent, keyof typeof saleRules>({
  figures(event, { asset }: SettlementFacts): Figures | undefined {
    if (asset === undefined) return undefined;
    const { collateral, ticks, unit, lot, openPpm, saleFeePpm } = event;
    const stated = debtFigures(event);
    const debt = BigInt(stated.debt);
    const value = divFloor(BigInt(collateral) * BigInt(ticks) * BigInt(unit), lot);
    const over = (debt + 1n) * million - BigInt(openPpm) * (value - 1n);
    return {
      assetCode: asset.code,
      assetScale: asset.scale,
      loan: event.loan,
      ...stated,
      ...digits(event, 'collateral', 'lot', 'most', 'sold', 'proceeds', 'fee', 'interest', 'repaid', 'returned', 'fund', 'insured'),
      ...pick(event, 'instrument', 'ticks', 'unit', 'openPpm', 'sellPpm', 'saleFeePpm'),
      value: String(value),
      ltv: String(ltvOf(debt, value)),
      wanted: String(over <= 0n ? 0n : divCeil(over, million - BigInt(openPpm + saleFeePpm))),
      paid: String(event.interest + event.repaid),
    };
  },
  work(s) {
    const { principal, owed, debt } = debtOf(s);
    const collateral = s.positive('collateral');
    const [ticks, unit, lot] = [s.positive('ticks'), s.positive('unit'), s.positive('lot')];
    const [open, sell, rate] = [s.count('openPpm'), s.count('sellPpm'), s.count('saleFeePpm')];
    const worth = ticks * unit;
    const atPrice = `× ${ticks} × ${unit} ÷ ${lot}`;
    const value = s.figure('value', 'value', { collateral, ticks, unit, lot }, `⌊${collateral} ${atPrice}⌋`, (collateral * worth) / lot);
    const ltv = s.figure('ltv', 'ltv', { debt, value }, `⌈${debt} × ${million} ÷ ${value}⌉`, ltvOf(debt, value));
    s.holds('due', { ltv, sell }, `${ltv} ≥ ${sell}`, ltv >= sell);
    const over = (debt + 1n) * million - open * (value - 1n);
    const wanted = s.figure(
      'wanted',
      'wanted',
      { debt, open, value, rate },
      `⌈((${debt} + 1) × ${million} − ${open} × (${value} − 1)) ÷ (${million} − ${open} − ${rate})⌉`,
      over <= 0n ? 0n : divCeil(over, million - open - rate),
    );
    const most = s.count('most');
    const sold = s.figure(
      'sold',
      'sold',
      { wanted, collateral, most, ticks, unit, lot },
      `min(⌈${wanted} × ${lot} ÷ ${worth}⌉, ${collateral}, ⌊${most} × ${lot} ÷ ${worth}⌋)`,
      least(least(divCeil(wanted * lot, worth), collateral), divFloor(most * lot, worth)),
    );
    const proceeds = s.figure('proceeds', 'proceeds', { sold, ticks, unit, lot }, `⌊${sold} ${atPrice}⌋`, (sold * worth) / lot);
    const full = divCeil(proceeds * rate, million);
    const fee = s.figure(
      'fee',
      'fee',
      { proceeds, rate, debt },
      sold === collateral
        ? `min(⌈${proceeds} × ${rate} ÷ ${million}⌉, ${proceeds} − min(${proceeds}, ${debt}))`
        : `⌈${proceeds} × ${rate} ÷ ${million}⌉`,
      sold === collateral ? least(full, proceeds - least(proceeds, debt)) : full,
    );
    const paid = s.figure('paid', 'paid', { debt, proceeds, fee }, `min(${debt}, ${proceeds} − ${fee})`, least(debt, proceeds - fee));
    const repaid = split(s, { principal, owed, debt, paid });
    s.figure('returned', 'returned', { proceeds, fee, paid }, `${proceeds} − ${fee} − ${paid}`, proceeds - fee - paid);
    const fund = s.count('fund');
    const missing = sold === collateral ? principal - repaid : 0n;
    s.figure('insured', 'insured', { principal, repaid, fund }, `min(${missing}, ${fund})`, least(missing, fund));
  },
  rules: saleRules,
  view: {
    words: 'loans',
    headline: 'proceeds',
    inputs: {
      ...{ principal: 'money', carried: 'plain', yearlyPpm: 'plain', hours: 'plain', collateral: 'plain', ticks: 'plain' },
      ...{ openPpm: 'plain', sellPpm: 'plain', saleFeePpm: 'plain', most: 'money', fund: 'money' },
    },
    lines: {
      ...{ owed: 'plain', debt: 'money', value: 'money', ltv: 'plain', wanted: 'money', sold: 'plain', proceeds: 'money' },
      ...{ fee: 'money', paid: 'money', interest: 'money', repaid: 'money', returned: 'money', insured: 'money' },
    },
  },
});

/** Against collateral without value, the share has no number. */
const endless = 1_000_000_000n;
const ltvOf = (debt: bigint, value: bigint): bigint => (value === 0n ? endless : least(endless, divCeil(debt * million, value)));
