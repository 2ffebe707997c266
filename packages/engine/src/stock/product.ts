import { Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import type { State } from '../core/state.ts';
import { Pos, positionWidth } from '../leverage/positions.ts';
import type { LeveragedProduct } from '../leverage/product.ts';
import { queueAtOpen } from './enter-at-open.ts';
import { checkFunds, checkMayWait, checkNextDay, checkReach, checkStockChange, judgeStock, worstBorrowing } from './judge.ts';
import { leaveQueue } from './queue.ts';
import { freezeLent, lentFor, releaseLent } from './reserve.ts';
import { settleStockTrade } from './settle.ts';
import { stockPositionView } from './view.ts';
import { leaveStock } from './watch.ts';

/** The stock-specific part of leveraged trading. */
export const stockProduct: LeveragedProduct<State> = {
  wallet: Wallet.stock,
  freezeFlow: flows.stockOrderFreeze.code,
  releaseFlow: flows.stockOrderRelease.code,
  checkStops: checkMayWait,
  // A stop may be set between sessions, so it needs no fresh price.
  checkStopPrice: () => undefined,
  checkAmend: checkStockChange,
  checkWaitingAmend: (s, ins, entry, worth, needed, frozen) =>
    checkReach(s, ins, entry, worth) ?? checkFunds(s, ins, entry.owner, needed - frozen),
  checkNextDay,
  judge: judgeStock,
  worstOpening: worstBorrowing,
  safeOpening: (ins) => ins.triggerPrice,
  liquidationTicks: (s, _ins, slot) => s.positions.store.f[slot * positionWidth + Pos.watch]!,
  settle: settleStockTrade,
  lentFor,
  freezeLent,
  releaseLent: (s, ins, slot) => releaseLent(s, ins, slot),
  // A stock's watch price follows from its amounts; whatever changes them calls `rewatch` itself.
  watch: () => undefined,
  unwatch: leaveStock,
  queueAtOpen,
  leaveQueue,
  view: stockPositionView,
};
