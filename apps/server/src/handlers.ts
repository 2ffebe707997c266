import type { Handlers } from './calls/handlers.ts';
import type { TradingPorts } from './calls/trading.ts';
import { changeHandlers } from './changes/handlers.ts';
import { contractHandlers } from './contract/handlers.ts';
import { earnHandlers } from './earn/handlers.ts';
import { invitationHandlers } from './invitations/handlers.ts';
import { loanHandlers } from './loans/handlers.ts';
import { membershipHandlers } from './membership/handlers.ts';
import type { Rails } from './payments/port.ts';
import { receipt } from './receipts/fill-receipt.ts';
import { settlementReceiptCall } from './receipts/settlement-receipt.ts';
import { spotHandlers } from './spot/handlers.ts';
import { stockHandlers } from './stock/handlers.ts';
import { swapHandlers } from './swaps/handlers.ts';
import { timedHandlers } from './timed/handlers.ts';
import { walletHandlers } from './wallets/handlers.ts';

/** Every call that reads or moves a trading account's assets. The room of the same name answers it. */
export function createTradingHandlers(ports: TradingPorts, rails: Pick<Rails, 'get'>) {
  return {
    ...walletHandlers(ports),
    ...spotHandlers(ports),
    ...contractHandlers(ports),
    ...timedHandlers(ports),
    ...swapHandlers(ports),
    ...earnHandlers(ports),
    ...loanHandlers(ports),
    ...invitationHandlers(ports),
    ...membershipHandlers(ports),
    ...stockHandlers(ports),
    ...changeHandlers(ports, rails),
    'GET pay/receipt/get': receipt(ports),
    'GET pay/receipt/settlement': settlementReceiptCall(ports),
  } satisfies Partial<Handlers>;
}

export type TradingCalls = keyof ReturnType<typeof createTradingHandlers>;
