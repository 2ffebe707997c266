import { lastValue, useRead } from '../../data/index.ts';

/** Decimals of an asset; before they are known, those of `like`. */
export function useScale(asset: string, like: string): number {
  const coins = lastValue(useRead('GET pay/coin/coin-list-all', {}, { staleMs: 300_000 }));
  return coins?.find(({ code }) => code === asset)?.scale ?? like.split('.')[1]?.length ?? 0;
}
