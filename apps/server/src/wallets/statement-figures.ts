import { amountText } from '../calls/figures.ts';
import type { Handlers } from '../calls/handlers.ts';
import { caughtUp, type TradingPorts } from '../calls/trading.ts';
import { assetOf } from './balances.ts';
import { areaOfFlow } from './equity-rows.ts';
import { type InOutRow, inOut } from './statement-rows.ts';
import { percentText, usdOf, valueText } from './valuation.ts';

/** Without a wallet, the figures cover everything owned. A transfer between own wallets is then neither in nor out. */
const counted = (rows: readonly InOutRow[], wallet: number | undefined) =>
  rows.filter(({ flow }) => wallet !== undefined || areaOfFlow(flow) !== 'transfer');

type Names = 'GET pay/funds-flow/get-statistics' | 'GET pay/funds-flow/get-pie-chart-statistics';

export const figureHandlers = (ports: TradingPorts): Handlers<Names> => ({
  'GET pay/funds-flow/get-statistics': async ({ wallet, from, to }, context) => {
    await caughtUp(ports, context);
    const { venue, account } = context.session;
    const sums = new Map<number, { in: bigint; out: bigint }>();
    for (const row of counted(await inOut(ports.database, { venue, account, wallet, from, to }), wallet)) {
      const sum = sums.get(row.asset) ?? { in: 0n, out: 0n };
      sums.set(row.asset, { in: sum.in + BigInt(row.in_units), out: sum.out + BigInt(row.out_units) });
    }
    return [...sums].map(([id, sum]) => {
      const asset = assetOf(ports, id);
      const rate = ports.market.usdRate(asset.code);
      const net = sum.in - sum.out;
      return {
        asset: asset.code,
        in: amountText(asset, sum.in),
        out: amountText(asset, sum.out),
        net: amountText(asset, net),
        value: rate ? valueText(usdOf(net, asset, rate.price)) : null,
      };
    });
  },

  'GET pay/funds-flow/get-pie-chart-statistics': async ({ wallet, from, to }, context) => {
    await caughtUp(ports, context);
    const { venue, account } = context.session;
    const areas = new Map<string, { in: bigint; out: bigint }>();
    let [allIn, allOut] = [0n, 0n];
    for (const row of counted(await inOut(ports.database, { venue, account, wallet, from, to }), wallet)) {
      const asset = assetOf(ports, row.asset);
      const rate = ports.market.usdRate(asset.code);
      if (!rate) continue;
      const area = areaOfFlow(row.flow) ?? 'other';
      const sum = areas.get(area) ?? { in: 0n, out: 0n };
      const [came, went] = [usdOf(BigInt(row.in_units), asset, rate.price), usdOf(BigInt(row.out_units), asset, rate.price)];
      areas.set(area, { in: sum.in + came, out: sum.out + went });
      allIn += came;
      allOut += went;
    }
    return [...areas].map(([area, sum]) => ({
      area,
      in: valueText(sum.in),
      out: valueText(sum.out),
      inRatio: percentText(sum.in, allIn),
      outRatio: percentText(sum.out, allOut),
    }));
  },
});
