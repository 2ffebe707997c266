import type { Instrument } from '../catalogue/instruments.ts';
import { Record } from '../record/event-log.ts';
import { noteForWake, wake } from '../spot/wake.ts';
import type { State } from '../state.ts';

/** An accepted tick of a contract's index: the mark price follows, and what compares with it. */
export function onIndexTick(s: State, ins: Instrument): void {
  const { contract } = ins;
  if (contract === undefined) return;
  contract.markTicks = ins.reference;
  const to = s.log.open(Record.mark, 8);
  const n = s.log.numbers;
  n[to + 1] = ins.id;
  n[to + 2] = contract.markTicks;
  n[to + 3] = ins.reference;
  n[to + 4] = contract.basisTicks;
  n[to + 5] = contract.lastTicks;
  n[to + 6] = ins.referenceTime;
  n[to + 7] = ins.source;
  noteForWake(ins, contract.markTicks);
  wake(s, ins);
}
