import { catalogue } from './catalogue/declare.ts';
import { defineAsset, defineInstrument, opensInstrument, setInstrumentStatus } from './catalogue/define.ts';
import { catalogueSection } from './catalogue/keep.ts';
import { changesRoom } from './changes/room.ts';
import { changeMargin } from './contract/change-margin.ts';
import { closeAllPositions } from './contract/close-all.ts';
import { contract } from './contract/declare.ts';
import { defineContract } from './contract/define.ts';
import { fundingDue } from './contract/funding/funding.ts';
import { contractSection } from './contract/keep.ts';
import { placeContract, placeFundedContract } from './contract/place.ts';
import { reverseAllPositions, reversePosition } from './contract/reverse.ts';
import { core } from './core/declare.ts';
import { coreSection } from './core/keep.ts';
import { advanceTime, opensTrading, setRules, setTradingMode } from './core/rules.ts';
import { type Room, room } from './define/room.ts';
import type { Section } from './define/section.ts';
import { devicesRoom } from './devices/room.ts';
import { earnRoom } from './earn/room.ts';
import { feedQuiet, feedTicks } from './feed.ts';
import { gateRoom, operatorsRoom } from './gate/room.ts';
import { invitationsRoom } from './invitations/room.ts';
import { leverage } from './leverage/declare.ts';
import { attachedSection } from './leverage/keep.ts';
import { setPositionStops } from './leverage/stops.ts';
import { loansRoom } from './loans/room.ts';
import { membershipRoom } from './membership/room.ts';
import { amend } from './orders/amend.ts';
import { batch, cancelAllAfter } from './orders/batch.ts';
import { cancel, cancelAll, cancelUnattended } from './orders/cancel.ts';
import { orders } from './orders/declare.ts';
import { paymentsRoom } from './payments/room.ts';
import { place } from './spot/place.ts';
import { standingRoom } from './standing/room.ts';
import { corporateAction } from './stock/corporate.ts';
import { stock } from './stock/declare.ts';
import { defineStock, setDayTrade } from './stock/define.ts';
import { defineCalendar } from './stock/define-calendar.ts';
import { stockSection } from './stock/keep.ts';
import { placeFundedStock, placeStock } from './stock/place.ts';
import { sessionCloses, sessionOpens } from './stock/sessions.ts';
import { swapsRoom } from './swaps/room.ts';
import { timedRoom } from './timed/room.ts';
import { openAccount, setFeeClass } from './treasury/accounts.ts';
import { treasury } from './treasury/declare.ts';
import { grantDemo } from './treasury/demo-grant.ts';
import { fundHouse } from './treasury/fund-house.ts';
import { transfer } from './treasury/transfer.ts';

const coreRoom = room(core, {
  commands: { setRules, setTradingMode, advanceTime },
  timers: {},
  sections: [coreSection],
  persons: { setTradingMode: (s, { mode }) => (s.gate.sealed && opensTrading(s, mode) ? 2 : 0) },
});
const catalogueRoom = room(catalogue, {
  commands: { defineAsset, defineInstrument, setInstrumentStatus, feedTicks, feedQuiet },
  timers: {},
  sections: [catalogueSection],
  persons: { setInstrumentStatus: (s, command) => (s.gate.sealed && opensInstrument(s, command) ? 2 : 0) },
});
const treasuryRoom = room(treasury, {
  commands: { openAccount, setFeeClass, fundHouse, grantDemo, transfer },
  timers: {},
  // One person decides, and it is written down as a decision.
  persons: { setFeeClass: (s) => (s.gate.sealed ? 1 : 0) },
});

const ordersRoom = room(orders, {
  commands: {
    placeOrder: place,
    amendOrder: amend,
    cancelOrder: cancel,
    cancelAllOrders: cancelAll,
    cancelAllAfter,
    orderBatch: batch,
  },
  timers: { cancelAllAfter: (s, account) => cancelUnattended(s, s.accounts.slot(account)) },
});
const leverageRoom = room(leverage, { commands: { setPositionStops }, timers: {}, sections: [attachedSection] });
const contractRoom = room(contract, {
  commands: {
    defineContract,
    placeContractOrder: placeContract,
    placeFundedContractOrder: placeFundedContract,
    changeMargin,
    closeAllPositions,
    reversePosition,
    reverseAllPositions,
  },
  timers: { funding: fundingDue },
  sections: [contractSection],
});
const stockRoom = room(stock, {
  commands: {
    defineCalendar,
    defineStock,
    placeStockOrder: placeStock,
    placeFundedStockOrder: placeFundedStock,
    setDayTrade,
    corporateAction,
  },
  timers: { sessionClose: sessionCloses, sessionOpen: sessionOpens },
  sections: [stockSection],
  persons: { setDayTrade: (s) => (s.gate.sealed ? 1 : 0) },
});

/** Every room with the code that carries its commands out. */
export const rooms: readonly Room[] = [
  coreRoom,
  catalogueRoom,
  treasuryRoom,
  ordersRoom,
  leverageRoom,
  contractRoom,
  stockRoom,
  timedRoom,
  devicesRoom,
  changesRoom,
  operatorsRoom,
  gateRoom,
  paymentsRoom,
  standingRoom,
  swapsRoom,
  earnRoom,
  invitationsRoom,
  loansRoom,
  membershipRoom,
];

/** Parts of the state that are kept as fields, in the order in which they are read back. */
export const sections: readonly Section[] = rooms.flatMap((one) => one.sections).sort((a, b) => a.number - b.number);
