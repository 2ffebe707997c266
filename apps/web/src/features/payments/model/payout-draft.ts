import { decimalCompare } from '@bourse/money';
import type { Card, Channel, PayoutReview, WalletAddress } from '@bourse/protocol';
import type { CallInput, CallOutput } from '../../../data/index.ts';
import { isAmount } from './amount.ts';

export type Quote = CallOutput<'GET pay/withdrawal/fee'>;
export type PayoutInput = CallInput<'POST pay/withdrawal'>;
/** Whose the receiving wallet is. */
export interface Owner {
  owner: 'self' | 'provider';
  provider: string;
  beneficiary: string;
}

export type PayoutProblem = 'amount' | 'tooMuch' | 'tooSmall' | 'feeOnly';

/** What is wrong with an amount, as far as the page can know. The exchange decides. */
export function amountProblem(
  amount: string,
  { out }: Channel,
  available: string | undefined,
  quote: Quote | undefined,
): PayoutProblem | undefined {
  if (!isAmount(amount)) return 'amount';
  if (available !== undefined && decimalCompare(amount, available) > 0) return 'tooMuch';
  if (out !== null && decimalCompare(amount, out.min) < 0) return 'tooSmall';
  if (quote && decimalCompare(amount, quote.fee) <= 0) return 'feeOnly';
  return undefined;
}

/** A wallet elsewhere is held by a provider with a name. */
export const providerMissing = ({ owner, provider }: Owner): boolean => owner === 'provider' && provider.trim().length < 2;

const isCard = (to: WalletAddress | Card): to is Card => 'holder' in to;
/** Where the money goes, exactly as the address book says: the request names it, and a changed entry is refused. */
export const addressOf = (to: WalletAddress | Card): string => (isCard(to) ? to.account : to.address);
export const tagOf = (to: WalletAddress | Card): number | null => (isCard(to) ? null : to.tag);

export function payoutInput(channel: Channel, to: WalletAddress | Card, amount: string, asked: Owner | undefined): PayoutInput {
  const tag = tagOf(to);
  const beneficiary = asked?.beneficiary.trim() ?? '';
  return {
    ...{ channel: channel.id, amount, destinationId: to.id, address: addressOf(to) },
    ...(tag === null ? {} : { tag }),
    ...(asked
      ? {
          travelRule: {
            owner: asked.owner,
            ...(asked.owner === 'provider' ? { provider: asked.provider.trim() } : {}),
            ...(beneficiary.length >= 2 ? { beneficiary } : {}),
          },
        }
      : {}),
  };
}

/** Reasons that the customer should read; `other` says nothing. */
export const said = (reasons: readonly PayoutReview[]): PayoutReview[] => reasons.filter((reason) => reason !== 'other');
