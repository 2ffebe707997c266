import { Wallet } from '@bourse/protocol/enums';
import { type CommandOf, command, declare } from '../define/declare.ts';
import { count, id, inAsset, refusing, units } from '../define/field.ts';
import { account, asset, wallet } from '../define/names.ts';
import { transferRefusals } from '../define/refusals.ts';

const feeClass = count('rule', { max: 63 });

/** Accounts, and money that moves without a trade. */
export const treasury = declare('treasury', {
  commands: {
    /** Customers, and of the house accounts the market maker, which trades as an ordinary account. */
    openAccount: command(4, { by: 'system', fields: { account: id(), feeClass }, refuses: ['accountExists', 'overloaded'] }),
    setFeeClass: command(5, {
      by: 'operator',
      announced: 'account',
      approval: { power: 'money', when: 'byRule' },
      fields: { account, feeClass },
    }),
    /** The house's own capital enters one of its accounts out of `external`. Each number is booked once; numbers are dense, counted up from 1. */
    fundHouse: command(6, {
      by: 'operator',
      approval: { power: 'house', when: 'sealed' },
      fields: {
        number: count('evidence', { min: 1 }),
        account,
        wallet,
        asset,
        amount: inAsset('asset', refusing('amountInvalid', units('capital'))),
      },
      refuses: [
        ...(['assetUnknown', 'transferNotAllowed', 'amountInvalid', 'referenceBooked'] as const),
        ...(['instrumentUnknown', 'priceStale', 'leverageDiffers', 'overloaded'] as const),
      ],
    }),
    /** Tops a demo account's coin wallet up to the demo grant, once a UTC day. The engine decides the amount. */
    grantDemo: command(7, {
      by: 'customer',
      allowed: 'unlessReadOnly',
      refuses: ['assetUnknown', 'demoGrantUsed', 'demoGrantFull'],
    }),
    /** Between two wallets of one account. */
    transfer: command(8, {
      by: 'customer',
      allowed: 'unlessReadOnly',
      // Payouts leave from the coin wallet.
      closing: ({ to }) => to === Wallet.coin,
      fields: { from: wallet, to: wallet, asset, amount: refusing('amountInvalid', units('ownQuantity')) },
      refuses: [...transferRefusals, 'assetUnknown'],
    }),
  },
});
export type OpenAccount = CommandOf<typeof treasury, 'openAccount'>;
export type SetFeeClass = CommandOf<typeof treasury, 'setFeeClass'>;
export type FundHouse = CommandOf<typeof treasury, 'fundHouse'>;
export type GrantDemo = CommandOf<typeof treasury, 'grantDemo'>;
export type Transfer = CommandOf<typeof treasury, 'transfer'>;
