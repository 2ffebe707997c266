import type { Handlers } from '../calls/handlers.ts';
import type { TradingPorts } from '../calls/trading.ts';
import { balanceHandlers } from './balances.ts';
import { demoTopUp } from './demo-top-up.ts';
import { equityHandlers } from './equity.ts';
import { marginHandlers } from './margin-wallets.ts';
import { overviewHandlers } from './overview.ts';
import { figureHandlers } from './statement-figures.ts';
import { statementHandlers } from './statements.ts';
import { anyTransfer } from './transfer.ts';
import { RateHistory } from './valuation.ts';

/** The calls of balances, equity, statements and transfers. */
export const walletHandlers = (ports: TradingPorts) =>
  ({
    ...balanceHandlers(ports),
    ...equityHandlers(ports, new RateHistory(ports.market)),
    ...statementHandlers(ports),
    ...figureHandlers(ports),
    ...marginHandlers(ports),
    ...overviewHandlers(ports),
    'POST pay/wallet/any-transfer': anyTransfer(ports),
    'POST pay/wallet/demo-top-up': demoTopUp(ports),
  }) satisfies Partial<Handlers>;
