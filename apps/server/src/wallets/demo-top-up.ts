import { resultAs } from '../calls/answers.ts';
import { amountText } from '../calls/figures.ts';
import type { Handler } from '../calls/handlers.ts';
import { submit, type TradingPorts } from '../calls/trading.ts';

/** The engine decides the amount, allows one top-up per UTC day, and refuses it on the real venue. */
export function demoTopUp(ports: TradingPorts): Handler<'POST pay/wallet/demo-top-up'> {
  return async (_input, context) => {
    const applied = await submit(ports, context, { kind: 'grantDemo', account: context.session.account });
    const granted = resultAs(applied, 'granted');
    const asset = ports.market.catalogue.assetById(granted.asset);
    if (!asset) throw new Error(`asset ${granted.asset} was granted but is not in the catalogue`);
    return { seq: String(applied.seq), asset: asset.code, amount: amountText(asset, granted.amount) };
  };
}
