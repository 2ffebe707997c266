/** A network whose addresses are derived here and whose blocks are read here. All other coins come through a gateway. */
export type Network = 'bitcoin' | 'bitcoin-test' | 'ethereum' | 'tron' | 'xrp' | 'xrp-test';

export interface NetworkRule {
  family: 'bitcoin' | 'evm' | 'tron' | 'xrp';
  test: boolean;
  /** A tag is asked for, refused, or means nothing. */
  tag: 'none' | 'required';
  /** Decimals of the network's own coin. */
  decimals: number;
  /** Confirmations before a transfer is credited, when the rail names no other number. XRP: a validated ledger is final. */
  confirmations: number;
}

export const networks: Record<Network, NetworkRule> = {
  bitcoin: { family: 'bitcoin', test: false, tag: 'none', decimals: 8, confirmations: 2 },
  'bitcoin-test': { family: 'bitcoin', test: true, tag: 'none', decimals: 8, confirmations: 2 },
  ethereum: { family: 'evm', test: false, tag: 'none', decimals: 18, confirmations: 12 },
  tron: { family: 'tron', test: false, tag: 'none', decimals: 6, confirmations: 20 },
  xrp: { family: 'xrp', test: false, tag: 'required', decimals: 6, confirmations: 1 },
  'xrp-test': { family: 'xrp', test: true, tag: 'required', decimals: 6, confirmations: 1 },
};

export const networkNames = Object.keys(networks) as Network[];
