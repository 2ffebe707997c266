import { Refusal } from '@bourse/protocol/errors';
import type { Handler } from '../http/handlers.ts';
import { resultOf } from './answers.ts';
import { type Desk, submit } from './desk.ts';
import { toAmount } from './figures.ts';

/** Between the customer's own wallets; which wallet holds what, the engine knows. */
export function anyTransfer(desk: Desk): Handler<'POST pay/wallet/any-transfer'> {
  return async ({ from, to, asset: code, amount }, context) => {
    const asset = desk.market.catalogue.assetByCode(code);
    if (!asset) throw new Refusal('assetUnknown');
    const applied = await submit(desk, context, {
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
