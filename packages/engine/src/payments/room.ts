import { room } from '../define/room.ts';
import { addDestination, dropDestination } from './address-book.ts';
import { bookNetworkCost, creditDeposit, personsToCredit, reverseDeposit } from './credit.ts';
import { payments } from './declare.ts';
import { checkPayments, paymentsSection } from './keep.ts';
import { definePayoutRules, defineRail, stopRail } from './rails.ts';
import { requestPayout } from './request.ts';
import { cancelPayout, machineStep, passPayout, personsToDecide, refusePayout, resolvePayout, returnPayout } from './steps.ts';

export const paymentsRoom = room(payments, {
  commands: {
    ...{ defineRail, stopRail, definePayoutRules, creditDeposit, reverseDeposit, bookNetworkCost, addDestination, dropDestination },
    ...{ requestPayout, cancelPayout, passPayout, refusePayout, resolvePayout, returnPayout },
    sendPayout: machineStep('sendPayout'),
    doubtPayout: machineStep('doubtPayout'),
    finishPayout: machineStep('finishPayout'),
    failPayout: machineStep('failPayout'),
  },
  timers: {},
  sections: [paymentsSection],
  // Whoever stops a rail stops it at once.
  persons: { stopRail: () => 0, creditDeposit: personsToCredit, passPayout: personsToDecide, refusePayout: personsToDecide },
  check: checkPayments,
});
