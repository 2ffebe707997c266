import { Refusal } from '@bourse/protocol/errors';
import { resultOf } from '../calls/answers.ts';
import { toAmount } from '../calls/figures.ts';
import type { Handler } from '../calls/handlers.ts';
import { submit, type TradingPorts } from '../calls/trading.ts';

/** Moves assets between the customer's own wallets. The engine knows which wallet may hold what. */
export function anyTransfer(ports: TradingPorts): Handler<'POST pay/wallet/any-transfer'> {
  return async ({ from, to, asset: code, amount }, context) => {
    const asset = ports.market.catalogue.assetByCode(code);
    if (!asset) throw new Refusal('assetUnknown');
    const applied = await submit(ports, context, {
      kind: 'transfer',
      account: context.session.account,
      from,
      to,
      asset: asset.id,
      amount: toAmount(asset, amount),
    });
    resultOf(applied);
    return { seq: String(applied.seq), commandId: context.commandId };
  };
}
