import { AgreeingChain, BitcoinChain, type Chain, EvmChain, type Network, networks, TronChain, XrpChain } from '@bourse/chains';
import type { Rail } from '../port.ts';

/** Where the nodes of each network are: one for development, two that must agree in production. */
export type NodePlaces = Readonly<Partial<Record<Network, readonly string[]>>>;

/** The clients of all networks that rails read and that have a node. `watched` holds the addresses that each looks for; whoever follows a chain fills it. */
export function openChains(rails: readonly Rail[], nodes: NodePlaces, chainIds: Readonly<Partial<Record<Network, string>>>) {
  const sources = rails.flatMap(({ source }) => (source.kind === 'chain' || source.kind === 'screenshot' ? [source] : []));
  const watched = new Map<Network, Set<string>>();
  const chains = new Map<Network, Chain>();
  for (const network of new Set(sources.map((source) => source.network))) {
    const [first, second] = nodes[network] ?? [];
    if (first === undefined) continue;
    const own = new Set<string>();
    const tokens = [...new Set(sources.flatMap((source) => (source.network === network && source.token ? [source.token] : [])))];
    const open = (url: string): Chain => {
      const { family } = networks[network];
      if (family === 'bitcoin') return new BitcoinChain({ url, network, watched: own });
      if (family === 'xrp') return new XrpChain({ url, network, watched: own });
      const reads = { url, network, chainId: BigInt(chainIds[network] ?? 0), tokens, watched: own };
      // Its coin costs a look at whole blocks.
      if (family === 'tron') return new TronChain({ ...reads, native: sources.some((one) => one.network === network && !one.token) });
      return new EvmChain({ ...reads, native: true });
    };
    watched.set(network, own);
    chains.set(network, second === undefined ? open(first) : new AgreeingChain(open(first), open(second)));
  }
  return { chains, watched };
}
