import { Wallet } from '@bourse/protocol/enums';
import { describe, expect, it } from 'vitest';
import {
  assetsBetween,
  availableFor,
  freeToLeave,
  leftAfter,
  settle,
  sourcesOf,
  swapped,
  type TransferDraft,
  targetsOf,
  transferProblem,
  type WalletRule,
} from './transferForm.ts';

const rules: WalletRule[] = [
  { wallet: Wallet.coin, key: 'coin', enabled: true, assets: ['BTC', 'USDT', 'ETH'], transferTo: [2, 3, 4, 5] },
  { wallet: Wallet.contract, key: 'contract', enabled: true, assets: ['USDT'], transferTo: [1] },
  { wallet: Wallet.stock, key: 'stock', enabled: true, assets: ['USDT', 'AAPL'], transferTo: [] },
  { wallet: Wallet.fast, key: 'fast', enabled: false, assets: ['USDT'], transferTo: [1] },
];
const balances = [
  { wallet: Wallet.coin, asset: 'USDT', available: '250.5', scale: 6 },
  { wallet: Wallet.coin, asset: 'ETH', available: '1', scale: 8 },
] as const;

describe('transfer form', () => {
  it('offers only wallets that are on and lead somewhere', () => {
    expect(sourcesOf(rules)).toEqual([Wallet.coin, Wallet.contract]);
    expect(targetsOf(rules, Wallet.coin)).toEqual([Wallet.contract, Wallet.stock]);
  });

  it('offers what both wallets may hold, held ones first', () => {
    expect(assetsBetween(rules, balances, Wallet.coin, Wallet.contract)).toEqual(['USDT']);
    expect(assetsBetween(rules, balances, Wallet.coin, Wallet.coin)).toEqual(['USDT', 'ETH', 'BTC']);
  });

  it('turns round only where the way back is open', () => {
    const draft = { from: Wallet.coin, to: Wallet.contract, asset: 'USDT', amount: '5' };
    expect(swapped(rules, draft)).toMatchObject({ from: Wallet.contract, to: Wallet.coin });
    const oneWay = { ...draft, to: Wallet.stock };
    expect(swapped(rules, oneWay)).toBe(oneWay);
  });

  it('keeps the asset when the new wallets can hold it, and picks one that they can otherwise', () => {
    const draft = { from: Wallet.contract, to: Wallet.contract, asset: 'BTC', amount: '' };
    expect(settle(rules, balances, draft)).toMatchObject({ to: Wallet.coin, asset: 'USDT' });
  });

  it.each([
    [{ amount: '' }, 'amountMissing'],
    [{ amount: '0' }, 'amountZero'],
    [{ amount: '0.000000' }, 'amountZero'],
    [{ amount: '1e3' }, 'amountMalformed'],
    [{ amount: '-1' }, 'amountMalformed'],
    [{ amount: '1,000' }, 'amountMalformed'],
    [{ amount: '0.1234567' }, 'amountScale'],
    [{ amount: '250.500001' }, 'amountTooLarge'],
    [{ amount: '250.500000' }, undefined],
    [{ to: Wallet.coin, amount: '1' }, 'walletSame'],
    [{ asset: '' }, 'assetMissing'],
  ] as const)('%o → %s', (change, problem) => {
    const draft = {
      from: Wallet.coin as Wallet,
      to: Wallet.contract as Wallet,
      asset: 'USDT',
      amount: '1',
      ...(change as Partial<TransferDraft>),
    };
    expect(transferProblem(draft, availableFor(balances, draft), 6)).toBe(problem);
  });

  it('says what stays behind, to the last digit', () => {
    expect(leftAfter('250.5', '0.000001')).toBe('250.499999');
    expect(leftAfter('250.5', '')).toBe('250.5');
  });
});

describe('what may leave the contract wallet', () => {
  const draft = { from: Wallet.contract, asset: 'USDT' } as const;
  it('is what is free, when full-margin positions stand at a loss', () => {
    expect(freeToLeave('500', draft, { asset: 'USDT', available: '420.5' })).toEqual({ available: '420.5', guarded: true });
    expect(freeToLeave('500', draft, { asset: 'USDT', available: '-3' })).toEqual({ available: '0', guarded: true });
  });
  it('is what lies there otherwise, and in every other wallet and asset', () => {
    expect(freeToLeave('500', draft, { asset: 'USDT', available: '500' })).toEqual({ available: '500', guarded: false });
    expect(freeToLeave('500', draft, undefined)).toEqual({ available: '500', guarded: false });
    expect(freeToLeave('7', { from: Wallet.coin, asset: 'USDT' }, { asset: 'USDT', available: '1' }).guarded).toBe(false);
    expect(freeToLeave('7', { from: Wallet.contract, asset: 'USD' }, { asset: 'USDT', available: '1' }).guarded).toBe(false);
  });
});
