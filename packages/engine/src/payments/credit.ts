import { Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { highOf, lowOf, maxAmount } from '../base/exact.ts';
import type { Asset } from '../catalogue/assets.ts';
import { firstCustomer, House } from '../core/accounts.ts';
import type { State } from '../core/state.ts';
import { amountWords } from '../core/words.ts';
import { badField, done, refuse } from '../outcomes.ts';
import { holdPayoutsUntil } from '../standing/hold.ts';
import { isAmount } from '../treasury/amount.ts';
import { type BookNetworkCost, type CreditDeposit, type Deposit, payments, type ReverseDeposit } from './declare.ts';
import { depositSources, railOpen } from './states.ts';
import { creditedFlow, personsFor, worthOf } from './value.ts';

/** Credits a deposit, once, whatever anybody else has noted of it. */
export function creditDeposit(s: State, command: CreditDeposit) {
  const { account, deposit: number, amount, fee, source, evidence } = command;
  const owner = account < firstCustomer ? 0 : s.accounts.trading(account);
  if (owner === 0) return refuse('accountUnknown');
  const rail = s.payments.rails.get(command.rail)?.rules;
  if (rail === undefined) return badField('rail', 'unknown');
  const asset = s.assets.get(rail.asset)!;
  const { numbers } = s.payments.deposits;
  if (numbers.has(number)) return refuse('depositBooked');
  if (!numbers.takes(number)) return badField('deposit', { problem: 'atMost', max: numbers.max });
  if ((rail.open & railOpen.in) === 0) return refuse('railOff');
  if (!isAmount(amount) || fee >= amount) return refuse('amountInvalid');
  if (source !== depositSources.operator && amount < rail.minIn)
    return refuse('depositTooSmall', { min: `${amountWords(asset, rail.minIn)} ${asset.code}` });
  const outside = outsideOf(s, asset);
  if (amount - s.ledger.available(outside) >= maxAmount) return refuse('amountInvalid');
  const own = s.ledger.obtain(owner, Wallet.coin, asset.index, asset.asset);
  const credited: Deposit = {
    ...{ deposit: number, account, rail: rail.rail, channel: rail.channel, asset: asset.asset, amount, fee, source, evidence },
    ...{ creditedAt: s.time, before: s.ledger.available(own), taken: 0n, lost: 0n },
  };
  const flow = creditedFlow(rail.channel);
  s.ledger.move(outside, own, highOf(amount), lowOf(amount), flow, flow, number);
  if (fee > 0n) {
    const { code } = flows.rechargeFee;
    s.ledger.move(own, feesOf(s, asset), highOf(fee), lowOf(fee), code, code, number);
  }
  s.payments.deposits.add(credited, s.limits.depositsKept);
  tellDeposit(s, credited, own);
  if (rail.holdMs > 0) holdPayoutsUntil(s, account, s.time + rail.holdMs);
  return done;
}

/** How many people credit a deposit: none when a machine has seen it and it is not large. */
export function personsToCredit(s: State, { rail, amount, source }: CreditDeposit): number {
  const known = s.payments.rails.get(rail)?.rules;
  const byMachine = source === depositSources.chain || source === depositSources.gateway;
  if (byMachine && (known === undefined || amount <= known.autoInMax)) return 0;
  const asset = known && s.assets.get(known.asset);
  return personsFor(s, asset && worthOf(s, asset, amount));
}

/** Takes back what is still available, at most what was credited; the rest is the house's loss. */
export function reverseDeposit(s: State, { deposit: number, amount, evidence }: ReverseDeposit) {
  const deposit = s.payments.deposits.get(number);
  if (deposit === undefined) return refuse('depositUnknown');
  if (amount === 0n || amount > deposit.amount - deposit.taken - deposit.lost) return refuse('amountInvalid');
  const asset = s.assets.get(deposit.asset)!;
  const own = s.ledger.obtain(s.accounts.slot(deposit.account), Wallet.coin, asset.index, asset.asset);
  const taken = least(amount, least(s.ledger.available(own), deposit.amount - deposit.fee - deposit.taken));
  const lost = amount - taken;
  const fees = feesOf(s, asset);
  const short = shortOf(s, asset, fees, lost);
  if (short !== undefined) return short;
  const outside = outsideOf(s, asset);
  const { rechargeReversal, houseCustodyLoss } = flows;
  if (taken > 0n) s.ledger.move(own, outside, highOf(taken), lowOf(taken), rechargeReversal.code, rechargeReversal.code, number);
  if (lost > 0n) s.ledger.move(fees, outside, highOf(lost), lowOf(lost), houseCustodyLoss.code, houseCustodyLoss.code, number);
  const after = { ...deposit, evidence, taken: deposit.taken + taken, lost: deposit.lost + lost };
  s.payments.deposits.put(after);
  tellDeposit(s, after, own);
  return done;
}

/** Coins that a network kept leave the house's own money, never a customer's. */
export function bookNetworkCost(s: State, { asset: id, amount }: BookNetworkCost) {
  const asset = s.assets.get(id);
  if (asset === undefined) return refuse('assetUnknown');
  if (!isAmount(amount)) return refuse('amountInvalid');
  const fees = feesOf(s, asset);
  const short = shortOf(s, asset, fees, amount);
  if (short !== undefined) return short;
  const { code } = flows.houseSweep;
  s.ledger.move(fees, outsideOf(s, asset), highOf(amount), lowOf(amount), code, code);
  return done;
}

/** Of the house's fees, what is owed as rebates is not spent. */
function shortOf(s: State, asset: Asset, fees: number, needed: bigint) {
  const available = most(0n, s.ledger.available(fees) - s.invitations.reserved(asset.asset, Wallet.coin));
  if (needed <= available) return undefined;
  return refuse('insufficientBalance', { asset: asset.code, available: amountWords(asset, available), needed: amountWords(asset, needed) });
}

const least = (a: bigint, b: bigint) => (a < b ? a : b);
const most = (a: bigint, b: bigint) => (a > b ? a : b);

export const outsideOf = (s: State, asset: Asset) =>
  s.ledger.obtain(s.accounts.slot(House.external), Wallet.coin, asset.index, asset.asset);
export const feesOf = (s: State, asset: Asset) => s.ledger.obtain(s.accounts.slot(House.fees), Wallet.coin, asset.index, asset.asset);

function tellDeposit(s: State, deposit: Deposit, own: number): void {
  const state = deposit.taken + deposit.lost === 0n ? 'credited' : 'reversed';
  s.log.tell(payments.events.deposit, { ...deposit, state, available: s.ledger.available(own) });
}
