import { Chip } from '@bourse/ui/Small.tsx';
import type { Instrument } from '../data/index.ts';
import { useIsDemo } from '../data/index.ts';
import { t as say, useT } from '../i18n/index.ts';

/** Labels demo money wherever it appears; renders nothing for real accounts. */
export function DemoChip() {
  const t = useT();
  return useIsDemo() ? (
    <span title={t('common.demoWhy')}>
      <Chip tone="warn">{t('common.demo')}</Chip>
    </span>
  ) : null;
}

/** The name of a price source; our own price generator has none. */
export const sourceName = (source: Instrument['source']): string => (source.feed === 'simulated' ? say('common.simulated') : source.name);

/** Labels a price that does not come from a market. */
export function FeedChip({ feed }: { feed: Instrument['source']['feed'] | undefined }) {
  const t = useT();
  if (feed === undefined || feed === 'live') return null;
  return (
    <span title={t(feed === 'simulated' ? 'common.simulatedWhy' : 'common.replayedWhy')}>
      <Chip tone="warn">{t(feed === 'simulated' ? 'common.simulated' : 'common.replayed')}</Chip>
    </span>
  );
}
