import { ChainProblem, type Network } from '@bourse/chains';
import { formatUnits, trimZeros } from '@bourse/money';
import { type Rail, type Rails, type Vault, VaultProblem } from '../port.ts';

type ChainRail = Rail & { source: Extract<Rail['source'], { kind: 'chain' }> };
const onChain = (rail: Rail): rail is ChainRail => rail.source.kind === 'chain';

export interface OutsideStateParts {
  rails: Rails;
  vault(): Vault | undefined;
  /** Payouts that wait, and why. */
  waiting(): { payout: number; why: string }[];
  /** Operators let no payout begin now. */
  payoutsOff(): boolean;
  /** Why a chain cannot be followed now. */
  problem(network: Network): string | undefined;
}

/** An answer, or undefined where a node does not give one. */
const tried = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ChainProblem) return undefined;
    throw error;
  }
};

/** What stands outside, as operators look at it: the signer with its hot wallets, and the chains. Reads only. */
export function outsideState({ rails, vault, waiting, payoutsOff, problem }: OutsideStateParts) {
  const chained = () => rails.all().filter(onChain);
  const about = async () => {
    const signer = vault();
    if (signer === undefined) return { state: 'none', problem: null, vaultKey: null, known: [] } as const;
    try {
      const { vaultKey, rails: known } = await signer.about();
      return { state: 'ready', problem: null, vaultKey, known } as const;
    } catch (error) {
      if (!(error instanceof VaultProblem)) throw error;
      return { state: 'away', problem: error.message, vaultKey: signer.key ?? null, known: [] } as const;
    }
  };
  return {
    async signer() {
      const { known, ...told } = await about();
      const wallets = await Promise.all(
        chained()
          .filter(({ rules }) => (rules.open & 2) !== 0)
          .map(async ({ rail, code, asset, source }) => {
            const address = known.find((one) => one.rail === rail)?.address ?? null;
            const chain = rails.chain(source.network);
            const units = address === null || chain === undefined ? undefined : await tried(() => chain.balance(address, source.token));
            const holds = units === undefined ? null : trimZeros(formatUnits(units, source.decimals));
            return { rail, code, asset: asset.code, network: source.network, address, holds };
          }),
      );
      const late = waiting().map(({ payout, why }) => ({ payout: String(payout), why }));
      return { ...told, rails: wallets, waiting: late, payoutsOff: payoutsOff() };
    },
    /** Networks that a rail reads, with their rails, the height of their node and why they are not followed. */
    async chains() {
      const networks = [...new Set(chained().map(({ source }) => source.network))];
      return Promise.all(
        networks.map(async (network) => {
          const chain = rails.chain(network);
          const head = chain && (await tried(() => chain.head()));
          return {
            network,
            rails: chained().filter(({ source }) => source.network === network),
            head: head?.height ?? null,
            problem: chain === undefined ? 'No node is configured.' : (problem(network) ?? null),
          };
        }),
      );
    },
  };
}
export type OutsideState = ReturnType<typeof outsideState>;
