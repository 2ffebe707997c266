import { MarginMode, OrderPriceType, PositionAction, TimeInForce } from '@bourse/protocol/enums';
import { productWrong } from '../book/checks.ts';
import type { PlaceContractOrder } from '../commands.ts';
import type { State } from '../core/state.ts';
import type { CommandOf } from '../define/declare.ts';
import { cancelExits } from '../leverage/end-position.ts';
import { directionOf, PosI, positionInts } from '../leverage/positions.ts';
import { refuse } from '../outcomes.ts';
import { Reason } from '../record/decode.ts';
import type { contract } from './declare.ts';
import { placeContract, readyContract } from './place.ts';

/** Slots of an account's open contract positions, oldest first, optionally of one instrument. */
export function contractPositions(s: State, owner: number, instrumentSlot: number): number[] {
  const slots: number[] = [];
  const { i } = s.positions.store;
  for (let slot = s.positions.first(owner); slot !== 0; slot = s.positions.next(slot)) {
    const at = i[slot * positionInts + PosI.instrument]!;
    if (s.instruments.at(at).contract !== undefined && (instrumentSlot === 0 || at === instrumentSlot)) slots.push(slot);
  }
  return slots;
}

/** Closes each contract position at market, independently of the others. A position that cannot be closed now reports why and keeps its orders. */
export function closeAllPositions(s: State, owner: number, command: CommandOf<typeof contract, 'closeAllPositions'>) {
  if (s.mode !== 'normal') return refuse(s.mode === 'readOnly' ? 'readOnly' : 'venueCancelOnly');
  const ins = command.instrument === 0 ? undefined : s.instruments.get(command.instrument);
  if (command.instrument !== 0 && ins === undefined) return refuse('instrumentUnknown');
  if (ins !== undefined && ins.contract === undefined) return productWrong(ins);
  const ids = contractPositions(s, owner, ins?.slot ?? 0).map((slot) => s.positions.id(slot));
  return {
    ok: true,
    result: { kind: 'closed', items: ids.map((position) => ({ position, outcome: closeOne(s, owner, position) })) },
  } as const;
}

function closeOne(s: State, owner: number, position: number) {
  const slot = s.positions.slot(position);
  const { i } = s.positions.store;
  const ins = s.instruments.at(i[slot * positionInts + PosI.instrument]!);
  const order: PlaceContractOrder = {
    kind: 'placeContractOrder',
    account: s.accounts.id(owner),
    instrument: ins.id,
    direction: directionOf(i[slot * positionInts + PosI.flags]!),
    action: PositionAction.close,
    type: OrderPriceType.market,
    tif: TimeInForce.ioc,
    priceTicks: 0,
    triggerTicks: 0,
    lots: 0,
    mode: MarginMode.segmented,
    leverage: 0,
    postOnly: false,
    takeProfitTicks: 0,
    stopLossTicks: 0,
  };
  const ready = readyContract(s, owner, order);
  if ('ok' in ready) return ready;
  cancelExits(s, ins, position, Reason.cancelledByCustomer);
  return placeContract(s, owner, order);
}
