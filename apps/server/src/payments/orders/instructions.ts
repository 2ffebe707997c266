import { referenceOf } from '@bourse/bank-files';
import { formatUnits, trimZeros } from '@bourse/money';
import type { CallOutput } from '@bourse/protocol';
import type { Rail } from '../port.ts';
import { paysOf } from './quote.ts';
import type { OrderRow } from './store.ts';

type Instructions = CallOutput<'POST pay/recharge'>['instructions'];

/** How an order is paid. */
export function instructionsOf(order: OrderRow, rail: Rail): Instructions {
  const { source, asset } = rail;
  const reference = referenceOf(Number(order.number));
  const paid = trimZeros(formatUnits(BigInt(order.pays_units), paysOf(rail).scale));
  const pageOf = (url: string): string => {
    const page = new URL(url);
    page.searchParams.set('reference', reference);
    page.searchParams.set('amount', paid);
    page.searchParams.set('currency', asset.code);
    return page.href;
  };
  const exchanged = order.rate !== null && order.rate_until !== null;
  return {
    reference,
    expiresAt: order.expires_at!.getTime(),
    bank: source.kind === 'bank' ? { bank: source.bank, holder: source.holder, account: source.account, bic: source.bic } : null,
    address: source.kind === 'screenshot' && order.address !== null ? { network: source.network, address: order.address, tag: null } : null,
    url: source.kind === 'provider' ? pageOf(source.url) : null,
    exchange: exchanged
      ? {
          pays: paid,
          getsAtLeast: trimZeros(formatUnits(BigInt(order.units), order.decimals)),
          rate: order.rate!,
          until: order.rate_until!.getTime(),
        }
      : null,
  };
}
