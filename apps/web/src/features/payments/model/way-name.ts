import type { Channel } from '@bourse/protocol';
import { RechargeChannel } from '@bourse/protocol/enums';
import type { Translate } from '../../../i18n/index.ts';

/** What people call a way: its network, its provider, or its kind. */
export const wayName = (
  t: Translate,
  { channel, networkName, provider }: Pick<Channel, 'channel' | 'networkName' | 'provider'>,
): string => {
  if (channel === RechargeChannel.cryptoScreenshot && networkName) return t('moneyIn.way_4', { network: networkName });
  return networkName ?? provider ?? t(`moneyIn.way_${channel as 0 | 2 | 3 | 5 | 7}`);
};
