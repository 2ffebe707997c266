import type { Handler } from '../http/handlers.ts';
import { resultAs } from './answers.ts';
import { type Desk, submit } from './desk.ts';
import { amountText } from './figures.ts';

/** The engine decides the amount, once a UTC day, and refuses it on the real venue. */
export function demoTopUp(desk: Desk): Handler<'POST pay/wallet/demo-top-up'> {
  return async (_input, context) => {
    const applied = await submit(desk, context, { kind: 'grantDemo', account: context.session.account });
    const granted = resultAs(applied, 'granted');
    const asset = desk.market.catalogue.assetById(granted.asset);
    if (!asset) throw new Error(`asset ${granted.asset} was granted but is not in the catalogue`);
    return { seq: String(applied.seq), asset: asset.code, amount: amountText(asset, granted.amount) };
  };
}
