import { Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import type { State } from '../core/state.ts';
import { reachOf } from '../leverage/entry.ts';
import type { FullMargin, LeveragedProduct } from '../leverage/product.ts';
import { backing, fullEquityBeforeOrders } from './account.ts';
import { checkMark, checkTrading } from './check.ts';
import { checkFree, checkTiers, judgeContract } from './judge.ts';
import { liquidationTicks } from './liquidation/price.ts';
import { safeOpening, worstOpening } from './opening-price.ts';
import { settleContractTrade } from './trade.ts';
import { contractPositionView } from './views.ts';
import { unwatch, watchAccount, watchPosition, watchShared } from './watch.ts';

/** The contract-specific part of leveraged trading. Contracts borrow nothing, and their orders never wait for an open. */
export const contractProduct: LeveragedProduct<State> = {
  wallet: Wallet.contract,
  freezeFlow: flows.contractOrderFreeze.code,
  releaseFlow: flows.contractOrderRelease.code,
  checkStops: checkTrading,
  checkStopPrice: checkMark,
  checkAmend: (s, ins) => checkTrading(s, ins) ?? checkMark(s, ins),
  checkWaitingAmend: (s, ins, entry, worth, needed, frozen) =>
    checkTiers(ins, reachOf(s, ins, entry) + worth, entry.leverage) ?? checkFree(s, ins, entry.owner, needed, frozen),
  checkNextDay: () => undefined,
  judge: judgeContract,
  worstOpening,
  safeOpening,
  liquidationTicks,
  settle: settleContractTrade,
  lentFor: () => 0,
  freezeLent: () => undefined,
  releaseLent: () => undefined,
  watch: watchPosition,
  unwatch: (s, ins, slot) => unwatch(s, ins.contract!, slot),
  queueAtOpen: () => false,
  leaveQueue: () => undefined,
  view: contractPositionView,
};

/** Only contracts have full margin. */
export const fullMargin: FullMargin<State> = {
  balanceChanged: watchShared,
  positionEnded: watchAccount,
  equity: (s, owner, asset) => fullEquityBeforeOrders(backing(s, owner, asset)),
};
