import { Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { highOf, lowOf } from '../base/exact.ts';
import { walletHolds, walletName } from '../catalogue/assets.ts';
import { House } from '../core/accounts.ts';
import type { State } from '../core/state.ts';
import { amountWords } from '../core/words.ts';
import { refuse, swapResult } from '../outcomes.ts';
import { isAmount } from '../treasury/amount.ts';
import { type Swap, swaps } from './declare.ts';
import { priceSwap } from './price.ts';

/** Wallets whose money backs no position. */
const free: readonly Wallet[] = [Wallet.coin, Wallet.wealth];

/** Carries a swap out with the house's desk, at the references of this moment. What the customer was quoted decides nothing but the least they accept. */
export function swap(s: State, owner: number, { account, wallet, from, to, amount, minReceive, quotedAt }: Swap) {
  const paying = s.assets.get(from);
  const getting = s.assets.get(to);
  if (paying === undefined || getting === undefined) return refuse('assetUnknown');
  for (const asset of [paying, getting])
    if (!free.includes(wallet) || !walletHolds(wallet, asset.assetKind))
      return refuse('transferNotAllowed', { asset: asset.code, wallet: walletName(wallet) });
  if (!isAmount(amount)) return refuse('amountInvalid');
  const priced = priceSwap(s, paying, getting, amount);
  if (!priced.ok) return priced;
  const { deal } = priced;
  if (Math.abs(s.time - quotedAt) > s.limits.swapQuoteMs) return refuse('quoteExpired', { seconds: s.limits.swapQuoteMs / 1000 });
  const received = deal.gross - deal.fee;
  if (received < minReceive) return refuse('quoteMoved', { receive: `${amountWords(getting, received)} ${getting.code}` });
  const own = s.ledger.find(owner, wallet, paying.index);
  const available = s.ledger.available(own);
  if (available < amount) {
    const figures = { available: amountWords(paying, available), needed: amountWords(paying, amount) };
    return refuse('insufficientBalance', { asset: paying.code, ...figures });
  }
  const desk = s.accounts.slot(House.desk);
  const stock = s.ledger.find(desk, Wallet.coin, getting.index);
  if (s.ledger.available(stock) < deal.gross) return refuse('deskExhausted', { asset: getting.code });

  const into = s.ledger.obtain(owner, wallet, getting.index, getting.asset);
  const move = (out: number, to: number, units: bigint, flowOut: number, flowIn: number) =>
    s.ledger.move(out, to, highOf(units), lowOf(units), flowOut, flowIn);
  const till = s.ledger.obtain(desk, Wallet.coin, paying.index, paying.asset);
  move(own, till, amount, flows.flashExchangePay.code, flows.flashExchangeHouseReceive.code);
  move(stock, into, deal.gross, flows.flashExchangeHousePay.code, flows.flashExchangeReceive.code);
  if (deal.fee > 0n) {
    const fees = s.ledger.obtain(s.accounts.slot(House.fees), Wallet.coin, getting.index, getting.asset);
    move(into, fees, deal.fee, flows.flashExchangeFee.code, flows.flashExchangeFee.code);
    s.invitations.earn(account, Wallet.coin, getting.asset, deal.fee);
  }
  const number = s.nextSwap++;
  s.log.tell(swaps.events.swap, { swap: number, account, wallet, from, asset: to, amount, minReceive, ...deal });
  return swapResult(number, received, deal.fee);
}
