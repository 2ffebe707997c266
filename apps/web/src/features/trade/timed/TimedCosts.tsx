import { formatAmount, trimZeros } from '@bourse/money';
import { Amount, type Fact, Facts, useUi } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import { isPositive } from '../ticket/arithmetic.ts';
import ticket from '../ticket/Ticket.module.css';
import { evenShare, payoutOf, stakeScale } from './timed.ts';

/** The result of a stake if it wins, loses, or the price ends where it began. */
export function TimedCosts({ stake, rate, asset, dense }: { stake: string; rate: string; asset: string; dense: boolean }) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const figure = (value: string) => formatAmount(trimZeros(value), { locale });
  const amount = (value: string) => <Amount value={value} decimals={2} tone="direction" unit={asset} fraction="plain" />;
  const nothing = <span className={ticket.dash}>–</span>;
  const given = isPositive(stake);
  const facts: Fact[] = [
    {
      key: 'won',
      name: t('leverage.payoutIfWon'),
      value: given ? amount(payoutOf(stake, rate, stakeScale)) : nothing,
      why: given && !amountsHidden ? t('leverage.payoutIfWonWhy', { stake: figure(stake), rate: `${figure(rate)}%` }) : `+${figure(rate)}%`,
    },
    { key: 'lost', name: t('leverage.payoutIfLost'), value: given ? amount(`-${stake}`) : nothing },
    { key: 'equal', name: t('leverage.payoutIfEqual'), value: t('leverage.payoutBack') },
    {
      key: 'even',
      name: t('leverage.breakEven'),
      value: `${formatAmount(evenShare(rate), { locale, decimals: 1 })}%`,
      why: t('leverage.breakEvenWhy'),
    },
  ];
  return (
    <div className={ticket.costs}>
      <Facts dense={dense} facts={facts} />
    </div>
  );
}
