import type { VipConfig, VipDetail } from '@bourse/protocol';
import { balance, openMarket } from './market.ts';
import { server } from './server.ts';
import { today } from './setup.ts';
import { member } from './swaps.tsx';

/** A venue with two levels and PLUS, for tests; a test overrides the parts it needs. */

export const buyCall = 'POST pay/vip-purchase/buy';
export const plusCall = 'POST system/sys-member-vip/apply-plus';
export const matchCall = 'POST system/sys-member-vip/create';
const day = 86_400_000;
const midnight = Math.floor(today / day) * day;

const fees = (spot: string, maker: string) => ({
  spot: { taker: spot, maker },
  contract: { taker: '0.0500', maker: '0.0200' },
  stock: null,
});
export const config = (parts: Partial<VipConfig> = {}): VipConfig => ({
  ...{ version: 3, asset: 'USDT' },
  levels: [
    { level: 0, volume: '0', price: null, fees: fees('0.1000', '0.0800') },
    { level: 1, volume: '50000.000000', price: '20.000000', fees: fees('0.0900', '0.0700') },
    { level: 2, volume: '250000.000000', price: '90.000000', fees: fees('0.0800', '0.0600') },
  ],
  plus: { level: 2, price: '500.000000' },
  matchDays: 90,
  ...parts,
});

/** 1,000 USDT on the oldest day, 20,000 on the newest that counts, 500 today. */
export const detail = (parts: Partial<VipDetail> = {}): VipDetail => ({
  ...{ level: 0, source: 'none', until: null, volumeLevel: 0, volume: '21000.000000' },
  volumeByDay: Array.from({ length: 31 }, (_, at) => ({
    day: midnight - (30 - at) * day,
    volume: at === 0 ? '1000.000000' : at === 29 ? '20000.000000' : at === 30 ? '500.000000' : '0.000000',
  })),
  tomorrow: { level: 0, volume: '20500.000000', dropsOut: '1000.000000' },
  ...{ bought: null, given: null, plus: { state: 'none', frozen: '0.000000' }, applications: [], history: [] },
  ...parts,
});

export const answerDetail = (parts: Partial<VipDetail> = {}) => server.on('GET pay/vip-purchase/detail', detail(parts));

export function openLevels(): void {
  openMarket([balance(1, 'USDT', '600'), balance(5, 'USDT', '10')]);
  member(false);
  server.on('GET pay/vip-config/list', config());
  answerDetail();
  for (const name of [buyCall, plusCall] as const) server.on(name, (_, commandId) => ({ commandId, seq: '77', repeated: false }));
}
