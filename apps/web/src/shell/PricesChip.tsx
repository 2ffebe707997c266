import { lastValue, useInstruments } from '../data/index.ts';
import { FeedChip } from './labels.tsx';

/** Labels values that stand on simulated or replayed prices. */
export function PricesChip() {
  const feeds = lastValue(useInstruments())?.map(({ source }) => source.feed) ?? [];
  return <FeedChip feed={feeds.find((feed) => feed === 'simulated') ?? feeds.find((feed) => feed === 'replay')} />;
}
