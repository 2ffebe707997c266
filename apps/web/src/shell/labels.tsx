import { Chip } from '@bourse/ui/Small.tsx';
import type { Instrument } from '../data/index.ts';
import { useIsDemo } from '../data/index.ts';
import { t as say, useT } from '../i18n/index.ts';

/** Wherever a demo account's money appears. Nothing for real accounts. */
export function DemoChip() {
  const t = useT();
  return useIsDemo() ? (
    <span title={t('common.demoWhy')}>
      <Chip tone="warn">{t('common.demo')}</Chip>
    </span>
  ) : null;
}

/** What a source is called: a generator of ours has no name of its own. */
export const sourceName = (source: Instrument['source']): string => (source.feed === 'simulated' ? say('common.simulated') : source.name);

/** Wherever a price that no market made appears. */
export function FeedChip({ feed }: { feed: Instrument['source']['feed'] | undefined }) {
  const t = useT();
  if (feed === undefined || feed === 'live') return null;
  return (
    <span title={t(feed === 'simulated' ? 'common.simulatedWhy' : 'common.replayedWhy')}>
      <Chip tone="warn">{t(feed === 'simulated' ? 'common.simulated' : 'common.replayed')}</Chip>
    </span>
  );
}
