import { Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { ceilDivBig, smaller } from '../base/exact.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { House } from '../core/accounts.ts';
import type { State } from '../core/state.ts';
import type { Loan } from './book.ts';
import { loans } from './declare.ts';
import { coinOf, houseCoin, insuranceOf, pay } from './money.ts';
import { divide, payOff } from './pay-off.ts';
import { endLoan, loanFacts, tellLoan } from './tell.ts';
import { debtOf, hoursOf, quoteValue, valueToSell } from './worth.ts';

const million = 1_000_000n;

/**
 * Sells collateral to the house's desk at the reference price: as little as brings the loan back to the level at which it could be opened, or all of it. Out of
 * the proceeds the fee, then interest, then principal; of the last sale the debt comes before the fee. Whatever is then still owed the customer does not owe:
 * the insurance fund pays the principal. Answers whether the loan is over.
 */
export function sellCollateral(s: State, ins: Instrument, loan: Loan): boolean {
  const { base, quote } = ins;
  const desk = houseCoin(s, House.desk, quote);
  const most = s.ledger.availableUnits(desk);
  const debt = debtOf(loan, s.time);
  const worth = BigInt(ins.reference) * BigInt(ins.unit);
  const lot = BigInt(ins.lotUnits);
  const wanted = valueToSell(debt, quoteValue(loan.collateral, ins.reference, ins), loan);
  const units = smaller(smaller(ceilDivBig(wanted * lot, worth), BigInt(loan.collateral)), (BigInt(most) * lot) / worth);
  const whole = units === BigInt(loan.collateral);
  const proceeds = quoteValue(units, ins.reference, ins);
  // Nothing is given away: where a unit of the collateral is worth less than one of money, the desk's last one buys nothing.
  if (units === 0n || (proceeds === 0n && !whole)) return false;
  const fullFee = ceilDivBig(proceeds * BigInt(loan.saleFeePpm), million);
  const fee = whole ? smaller(fullFee, proceeds - smaller(proceeds, debt)) : fullFee;
  const paid = smaller(debt, proceeds - fee);
  const returned = proceeds - fee - paid;
  const payment = divide(loan, paid, s.time);
  const { all, interest, repaid } = payment;
  const missing = whole ? BigInt(loan.principal) - repaid : 0n;
  const insurance = insuranceOf(s, quote);
  const fund = s.ledger.availableUnits(insurance);
  const insured = smaller(missing, BigInt(fund));
  s.log.tell(loans.events.loanSale, {
    ...pickTerms(s, loan),
    ...{ principal: loan.principal, carried: loan.carried, yearlyPpm: loan.yearlyPpm, hours: hoursOf(loan, s.time) },
    ...{ collateral: loan.collateral, ticks: ins.reference, unit: ins.unit, lot, most, sold: Number(units) },
    ...{ proceeds: Number(proceeds), fee: Number(fee), interest: Number(interest), repaid: Number(repaid) },
    ...{ returned: Number(returned), fund, insured: Number(insured) },
  });

  const pool = houseCoin(s, House.loanPool, quote);
  const own = s.ledger.obtain(loan.owner, Wallet.coin, quote.index, quote.asset);
  const stock = houseCoin(s, House.desk, base);
  const flow = flows.loanForcedLiquidation.code;
  s.ledger.posting += 1;
  s.ledger.spend(coinOf(s, loan.owner, base), Number(units), flow, loan.id, 0);
  s.ledger.credit(stock, Number(units), flow, loan.id, 0);
  pay(s, desk, pool, Number(paid), flow, loan.id);
  pay(s, desk, insurance, Number(fee), flows.loanLiquidationFee.code, loan.id);
  pay(s, desk, own, Number(returned), flow, loan.id);
  pay(s, insurance, pool, Number(insured), flows.loanShortfall.code, loan.id);

  const over = whole || all;
  payOff(s, loan, payment, over);
  loan.collateral -= Number(units);
  loan.sold += Number(units);
  if (over) endLoan(s, loan, 'soldOff');
  else tellLoan(s, loan);
  return over;
}

function pickTerms(s: State, loan: Loan) {
  const { account, instrument, collateralAsset, asset, openPpm, sellPpm, saleFeePpm } = loanFacts(s, loan);
  return { loan: loan.id, account, instrument, collateralAsset, asset, openPpm, sellPpm, saleFeePpm };
}
