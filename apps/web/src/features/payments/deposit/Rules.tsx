import type { Channel } from '@bourse/protocol';
import { type Fact, Facts } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import { useDuration } from '../model/durations.ts';
import { feeIn } from '../model/fee.ts';
import { useFigure } from '../model/figure.ts';
import { Panel } from '../parts/Columns.tsx';
import { reviewFrom } from './ways.ts';

/** What a way in asks and promises. */
export function Rules({ of: { in: rules, asset, networkName } }: { of: Channel }) {
  const t = useT();
  const figure = useFigure();
  const duration = useDuration();
  if (!rules) return null;
  const { min, feePpm, confirmations, typicalSeconds, holdSeconds, reviewAbove } = rules;
  const facts: Fact[] = [
    { name: t('moneyIn.min'), value: figure(min, asset), why: networkName ? t('moneyIn.minWhy') : undefined },
    { name: t('journey.fee'), value: feeIn(t, feePpm) },
    ...(confirmations === null ? [] : [{ name: t('moneyIn.confirmations'), value: t('moneyIn.blocks', { count: confirmations }) }]),
    {
      name: t('moneyIn.usualTime'),
      value: typicalSeconds === null ? t('moneyIn.notKnown') : duration(typicalSeconds),
      why: t(typicalSeconds === null ? 'moneyIn.noMedian' : 'moneyIn.usualWhy'),
    },
    ...(holdSeconds > 0 ? [{ name: t('moneyIn.hold'), value: duration(holdSeconds), why: t('moneyIn.holdWhy') }] : []),
    { name: t('moneyIn.reviewAbove'), value: reviewFrom(t, figure, reviewAbove, asset), why: t('moneyIn.reviewWhy') },
  ];
  return (
    <Panel title={t('moneyIn.rules')}>
      <Facts facts={facts} />
    </Panel>
  );
}
