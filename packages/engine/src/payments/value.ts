import { AssetKind, InstrumentKind, RechargeChannel } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { maxSafe } from '../base/exact.ts';
import type { Asset } from '../catalogue/assets.ts';
import type { State } from '../core/state.ts';

/** In which the limits of payouts are said. */
export const valueAsset = 'USDT';

/**
 * What an amount is worth in minor units of USDT, rounded down, at the last price that a feed has told, however old: a feed that stalls locks nobody in.
 * Undefined when there never was one. Of several instruments the one with the lowest number is asked.
 */
export function worthOf(s: State, asset: Asset, amount: bigint): number | undefined {
  if (asset.code === valueAsset) return clamped(amount);
  const priced = s.instruments.list.filter(
    ({ rules, base, quote, reference }) =>
      rules.instrumentKind === InstrumentKind.coin && base.asset === asset.asset && quote.code === valueAsset && reference > 0,
  );
  if (priced.length === 0) return undefined;
  const { reference, unit, lotUnits } = priced.reduce((first, one) => (one.id < first.id ? one : first));
  return clamped((amount * BigInt(reference) * BigInt(unit)) / BigInt(lotUnits));
}

const clamped = (value: bigint) => (value > BigInt(maxSafe) ? maxSafe : Number(value));

/** Two people decide about more than the rules' second threshold, and about what nobody can value. */
export function personsFor(s: State, value: number | undefined): number {
  const { rules } = s.payments;
  return rules === undefined || value === undefined || value > rules.secondAbove ? 2 : 1;
}

/** The flow of a payout that has arrived. */
export function paidFlow(channel: RechargeChannel, asset: Asset): number {
  if (channel === RechargeChannel.c2cService) return flows.withdrawalC2c.code;
  if (channel === RechargeChannel.bankCard || asset.assetKind === AssetKind.fiat) return flows.withdrawalBankCard.code;
  return flows.withdrawalCrypto.code;
}

const channelFlows: Record<RechargeChannel, number> = {
  [RechargeChannel.bankCard]: flows.rechargeBankCard.code,
  [RechargeChannel.cryptoCallback]: flows.rechargeCryptoCallback.code,
  [RechargeChannel.background]: flows.rechargeBackground.code,
  [RechargeChannel.c2cService]: flows.rechargeC2cService.code,
  [RechargeChannel.cryptoScreenshot]: flows.rechargeCryptoScreenshot.code,
  [RechargeChannel.commonService]: flows.rechargeCommonService.code,
  [RechargeChannel.thirdParty]: flows.rechargeThirdParty.code,
  [RechargeChannel.temporaryService]: flows.rechargeTemporaryService.code,
};
export const creditedFlow = (channel: RechargeChannel): number => channelFlows[channel];
