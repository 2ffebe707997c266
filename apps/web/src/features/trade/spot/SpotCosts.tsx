import { decimalMultiply, decimalSign, formatAmount, formatRatio, trimZeros } from '@bourse/money';
import { Amount, type Fact, Facts, hiddenAmount, Total, useUi } from '@bourse/ui';
import { memo } from 'react';
import { useT } from '../../../i18n/index.ts';
import { sharedDecimals, stepDecimals } from '../ticket/arithmetic.ts';
import { hasLimitPrice } from '../ticket/order-form.ts';
import styles from '../ticket/Ticket.module.css';
import type { Draft } from './draft.ts';
import { Payoff } from './Payoff.tsx';
import { isBuy, type Preview, type TicketFacts } from './preview.ts';

type CostsProps = { draft: Draft; facts: TicketFacts; shown: Preview | null; dense: boolean };

/** The order's costs, and how each figure is computed. Dashes hold the places until something is typed, so that nothing jumps. */
export const SpotCosts = memo(function SpotCosts({ draft, facts, shown, dense }: CostsProps) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const buying = isBuy(draft);
  const figure = (value: string) => (amountsHidden ? hiddenAmount : formatAmount(trimZeros(value), { locale }));
  const nothing = <span className={styles.dash}>–</span>;
  const rate = (fraction: string) =>
    formatRatio(fraction, { locale, decimals: Math.max(2, stepDecimals(decimalMultiply(fraction, '100'))) });
  const mayRest = hasLimitPrice(draft);
  const amount = shown && <Amount value={shown.amount} decimals={sharedDecimals(shown.amount)} unit={facts.quote} />;
  const receives = shown && <Amount value={shown.receives} decimals={sharedDecimals(shown.receives)} unit={shown.receivesAsset} />;
  const lines: Fact[] = [
    {
      key: 'amount',
      name: t(shown?.estimated ? 'trade.amountAbout' : 'trade.amount'),
      value: amount ?? nothing,
      why: shown
        ? shown.estimated
          ? t('trade.amountWhyBook')
          : t('trade.amountWhy', {
              quantity: figure(shown.quantity),
              price: formatAmount(shown.price, { locale, decimals: stepDecimals(facts.tick) }),
            })
        : undefined,
    },
    {
      key: 'fee',
      name: t(shown?.feeIfRests ? 'trade.fee' : 'trade.feeSure'),
      value: shown ? <Amount value={shown.fee} decimals={sharedDecimals(shown.fee)} unit={shown.feeAsset} fraction="plain" /> : nothing,
      why: shown
        ? shown.feeIfRests && mayRest
          ? t('trade.feeTakes', { rate: rate(shown.feeRate), rests: figure(shown.feeIfRests) })
          : t('trade.feeOnly', { rate: rate(shown.feeRate) })
        : undefined,
    },
  ];
  const gets: Fact = {
    key: 'receive',
    name: t(shown?.estimated ? 'trade.receiveAbout' : 'trade.receive'),
    value: receives ?? nothing,
    why: shown && buying ? t('trade.receiveWhy', { amount: figure(shown.quantity), fee: figure(shown.fee) }) : undefined,
  };
  const pays = shown && <Amount value={shown.pays} decimals={sharedDecimals(shown.pays)} unit={shown.paysAsset} />;
  return (
    <div className={styles.costs}>
      <Facts
        dense={dense}
        facts={buying ? [...lines, gets] : [{ key: 'deliver', name: t('trade.deliver'), value: pays ?? nothing }, ...lines]}
      />
      <div className={styles.sum}>
        <span>{t(buying ? 'trade.cost' : 'trade.proceeds')}</span>
        {!shown ? nothing : shown.left !== null && decimalSign(shown.left) < 0 ? pays : <Total>{buying ? pays : receives}</Total>}
      </div>
      {shown?.short && <p className={styles.warn}>{t('trade.shortBook', { quantity: figure(shown.quantity), asset: facts.base })}</p>}
      <Payoff {...{ draft, facts }} />
    </div>
  );
});
