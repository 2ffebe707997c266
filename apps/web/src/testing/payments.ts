import type { Card, Channel, DepositDetail, DepositItem, PayoutDetail, WalletAddress } from '@bourse/protocol';
import type { CallOutput } from '@bourse/protocol/calls';
import { session } from '../data/index.ts';
import { balance, overview } from './market.ts';
import { server } from './server.ts';
import { today } from './setup.ts';

/** Ways in and out, deposits, payouts and an address book for tests; a test overrides the parts it needs. */

const minute = 60_000;
export const hour = 3_600_000;

export const tron = (parts: Partial<Channel> = {}): Channel => ({
  ...{ id: 7, code: 'usdt-tron', channel: 1, method: 4, asset: 'USDT', assetName: 'Tether', scale: 6, pays: 'USDT' },
  ...{ network: 'tron', networkName: 'TRON', provider: null, openIn: true, openOut: true, desk: null },
  in: { min: '5', reviewAbove: '10000', feePpm: 0, confirmations: 20, typicalSeconds: 120, holdSeconds: 0 },
  out: { min: '10', feeFixed: '1', feePpm: 0, typicalSeconds: 300 },
  ...parts,
});
export const xrp = (parts: Partial<Channel> = {}): Channel =>
  tron({
    ...{ id: 8, code: 'xrp', asset: 'XRP', assetName: 'XRP', pays: 'XRP', network: 'xrp-ledger', networkName: 'XRP Ledger' },
    ...parts,
  });
export const bank = (parts: Partial<Channel> = {}): Channel =>
  tron({
    ...{
      id: 1,
      code: 'eur-sepa',
      channel: 0,
      method: 0,
      asset: 'EUR',
      assetName: 'Euro',
      scale: 2,
      pays: 'EUR',
      network: null,
      networkName: null,
    },
    in: { min: '20', reviewAbove: '0', feePpm: 0, confirmations: null, typicalSeconds: 86_400, holdSeconds: 0 },
    ...parts,
  });
export const desk = (parts: Partial<Channel> = {}): Channel =>
  tron({
    ...{ id: 3, code: 'usdt-desk', channel: 3, method: 3, pays: 'EUR', network: null, networkName: null, out: null },
    in: { min: '50', reviewAbove: '0', feePpm: 5_000, confirmations: null, typicalSeconds: null, holdSeconds: 0 },
    desk: { languages: ['en', 'zh-CN'], opens: '09:00', closes: '18:00', timeZone: 'Asia/Kuala_Lumpur', isOpen: true },
    ...parts,
  });
export const provider = (parts: Partial<Channel> = {}): Channel =>
  tron({
    ...{ id: 6, code: 'usdt-cards', channel: 6, method: 0, network: null, networkName: null, provider: 'CardHouse', out: null },
    in: { min: '10', reviewAbove: '500', feePpm: 20_000, confirmations: null, typicalSeconds: 60, holdSeconds: 604_800 },
    ...parts,
  });

export const depositItem = (parts: Partial<DepositItem> = {}): DepositItem => ({
  ...{ id: '41', no: 'RF18-41', channel: 7, recharge: 1, method: 4, asset: 'USDT', pays: 'USDT', network: 'tron', networkName: 'TRON' },
  ...{ amount: '100', fee: '0', net: '100', status: 0, step: 'confirming', nextStep: 'credited', waitsFor: 'network' },
  ...{ createdAt: today - 3 * minute, changedAt: today - minute, dueAt: null, txHash: 'ab'.repeat(32), confirmations: 3, needed: 20 },
  ...{ reasonCode: null, remark: null, receipt: null },
  ...parts,
});
export const depositDetail = (parts: Partial<CallOutput<'GET pay/recharge/detail'>> = {}): CallOutput<'GET pay/recharge/detail'> => ({
  ...depositItem(),
  timeline: [
    { step: 'seen', at: today - 3 * minute, by: 'network' },
    { step: 'confirming', at: today - minute, by: 'network' },
    { step: 'credited', at: null, by: 'exchange' },
  ] satisfies DepositDetail['timeline'],
  ...{ address: 'TAddress', tag: null, instructions: null },
  ...parts,
});

export const payoutDetail = (parts: Partial<PayoutDetail> = {}): PayoutDetail => ({
  ...{ id: '51', no: '51', channel: 7, method: 4, asset: 'USDT', network: 'tron', networkName: 'TRON', amount: '100', fee: '1', net: '99' },
  ...{ status: 2, step: 'review', nextStep: 'approved', waitsFor: 'operators', createdAt: today - minute, changedAt: today - minute },
  ...{ dueAt: today + 4 * hour, destinationId: '61', destination: 'Ledger · TWd4…9yXq', txHash: null, confirmations: null, needed: null },
  ...{ reviewReasons: ['firstPayout'], reasonCode: null, remark: null, mayCancel: true, receipt: null, address: receiver, tag: null },
  timeline: [
    { step: 'requested', at: today - minute, by: 'you' },
    { step: 'review', at: today - minute, by: 'operators' },
    { step: 'approved', at: null, by: 'operators' },
    { step: 'sending', at: null, by: 'vault' },
    { step: 'completed', at: null, by: 'network' },
  ],
  ...parts,
});
export const payoutItem = (parts: Partial<PayoutDetail> = {}): CallOutput<'GET pay/withdrawal/page'>['list'][number] => {
  const { timeline: _timeline, address: _address, tag: _tag, ...item } = payoutDetail(parts);
  return item;
};

export const receiver = 'TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb';
const entry = { id: '61', addedAt: today - 48 * hour, usableFrom: today - 24 * hour, usable: true, fingerprint: 'ABCD EFGH JKLM' };
export const walletAddress = (parts: Partial<WalletAddress> = {}): WalletAddress => ({
  ...entry,
  ...{
    channel: 7,
    asset: 'USDT',
    label: 'Ledger',
    masked: 'TWd4…5jwb',
    network: 'tron',
    networkName: 'TRON',
    address: receiver,
    tag: null,
  },
  owner: 'self',
  ...parts,
});
export const iban = 'DE89370400440532013000';
export const card = (parts: Partial<Card> = {}): Card => ({
  ...{ ...entry, id: '62' },
  ...{ channel: 1, asset: 'EUR', label: 'Salary', masked: 'DE89 … 3000', bank: 'Commerzbank', bic: null, holder: 'Anna Eriksson' },
  ...{ account: iban, currency: 'EUR' },
  ...parts,
});

export const payoutQuote = (parts: Partial<CallOutput<'GET pay/withdrawal/fee'>> = {}): CallOutput<'GET pay/withdrawal/fee'> => ({
  ...{ asset: 'USDT', fee: '1', net: '99', min: '10', available: '500', limit24h: '2000', left24h: '1500', level: 1, value: '100' },
  ...{
    usableFrom: null,
    reviewReasons: ['firstPayout'],
    persons: 1,
    travelRule: false,
    typicalSeconds: 300,
    arrivesAt: today + 10 * minute,
  },
  problem: null,
  ...parts,
});

export const listed = <Row>(list: readonly Row[], total = list.length) => ({ list: [...list], total, pageNo: 1, pageSize: 15 });
const proofId = '00000000-0000-4000-8000-000000000001';

/** A customer with a real, identified account, to whom all ways are open. */
export function openPayments(): void {
  session.signIn({ accessToken: 'A', refreshToken: 'R', userId: '9', loginType: 1 });
  server.on('GET pay/wallet/overview', overview([balance(1, 'USDT', '500')]));
  server.on('GET system/member/get-current-member', {
    ...{ id: '9', serviceId: null, userId: '9', realName: null, phone: null, email: null, name: 'Anna', avatar: null, realnameStatus: 2 },
    ...{ loginType: 1, venue: 'real', account: 12, vipLevel: 0, createdAt: today, restricted: false },
  });
  server.on('GET pay/realname/get', { level: 1, application: null });
  server.on('GET pay/recharge-channel/list', [tron(), xrp(), bank(), desk(), provider()]);
  server.on('GET pay/recharge-channel/virtual-list', [xrp()]);
  server.on('GET pay/withdrawal-channel/list', [tron(), bank()]);
  server.on('GET pay/recharge/page', listed<DepositItem>([]));
  server.on('GET pay/withdrawal/page', listed<CallOutput<'GET pay/withdrawal/page'>['list'][number]>([]));
  server.on('GET pay/virtual-wallet/curent-member-list', [walletAddress()]);
  server.on('GET pay/virtual-wallet/list', [walletAddress()]);
  server.on('GET pay/bank-card/list', [card()]);
  server.on('GET pay/withdrawal/fee', payoutQuote());
  server.on('GET pay/virtual-network/list', [
    { network: 'tron', name: 'TRON', assets: ['USDT'], pattern: 'T[1-9A-HJ-NP-Za-km-z]{33}', example: receiver, tag: 'none' },
    {
      network: 'xrp-ledger',
      name: 'XRP Ledger',
      assets: ['XRP'],
      pattern: 'r[1-9A-HJ-NP-Za-km-z]{24,34}',
      example: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY',
      tag: 'optional',
    },
  ]);
  server.on('POST system/proof/begin', {
    ...{ id: proofId, kind: 'strong', challenge: 'ab'.repeat(32), expiresAt: today + 5 * minute, passkeys: null },
    ways: [['payPassword', 'totp']],
  });
  environment('production');
}

export const environment = (name: 'development' | 'production'): void =>
  server.on('GET system/base-info/get', {
    ...{
      APP_BASE_NAME: 'Bourse',
      APP_BASE_LOGO: '',
      environment: name,
      version: { id: '1', updateType: 0 },
      phones: false,
      serverTime: today,
    },
    defaults: { language: 'en', upDownColor: 'upGreen', chartInterval: '30', timeZone: null },
  });
