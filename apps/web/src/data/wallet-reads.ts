/** Reads of funds, except the total. */
import { walletFundThrottleMs } from './limits.ts';
import { useRead } from './remote.ts';

export const useOverview = () => useRead('GET pay/wallet/overview', {}, { needsSession: true });
export const useStatistic = () => useRead('GET pay/wallet/statistic', {}, { needsSession: true });
export const useWalletFund = (wallet: 1 | 2 | 3 | 4 | 5) =>
  useRead('GET pay/wallet/fund', { wallet }, { needsSession: true, staleMs: walletFundThrottleMs });
export const useBalances = () => useRead('GET pay/wallet/list-fund', {}, { needsSession: true, staleMs: walletFundThrottleMs });
