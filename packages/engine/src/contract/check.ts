import { InstrumentKind, InstrumentStatus } from '@bourse/protocol/enums';
import { isFresh, productWrong } from '../book/checks.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { staleAfterMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { refuse } from '../outcomes.ts';

/** Checks that several commands of contracts share. Each returns undefined when the check passes, and changes nothing. */

/** Whether the contract trades now and has a fresh mark price. */
export function checkTrading(s: State, ins: Instrument) {
  if (s.mode !== 'normal') return refuse(s.mode === 'readOnly' ? 'readOnly' : 'venueCancelOnly');
  if (ins.rules.instrumentKind !== InstrumentKind.contract) return productWrong(ins);
  const { symbol } = ins.rules;
  if (ins.status === InstrumentStatus.cancelOnly) return refuse('instrumentCancelOnly', { symbol });
  if (ins.status === InstrumentStatus.halted) return refuse('instrumentHalted', { symbol });
  if (ins.status !== InstrumentStatus.trading || ins.contract === undefined) return refuse('instrumentClosed', { symbol });
  return undefined;
}

export function checkMark(s: State, ins: Instrument) {
  if (ins.contract!.markTicks > 0 && isFresh(s, ins)) return undefined;
  return refuse('priceStale', { symbol: ins.rules.symbol, seconds: staleAfterMs / 1000 });
}
