import { decimalSign } from '@bourse/money';
import { cx, IconAlert, IconCheck, IconWarning, Slider } from '@bourse/ui';
import { type Translate, useT } from '../../../i18n/index.ts';
import { deepestFall, type Fate, fallenTo, fateOf, type Pledge, type Scales, type Terms } from '../model/loan.ts';
import { useFigures } from '../words.ts';
import styles from './WhatIf.module.css';

type Props = {
  pledge: Pledge;
  terms: Terms;
  price: string;
  sellPrice: string;
  scales: Scales;
  coin: string;
  asset: string;
  /** Percent. */
  fall: number;
  onFall: (fall: number) => void;
};

/** “If BTC falls to …”: nothing happens, the customer is warned, or collateral is sold, and roughly how much. */
export function WhatIf({ pledge, terms, price, sellPrice, scales, coin, asset, fall, onFall }: Props) {
  const t = useT();
  const figures = useFigures();
  const { plain, percent } = figures;
  const max = deepestFall(price, sellPrice);
  const chosen = Math.min(fall, max);
  const then = fallenTo(price, chosen);
  const fate = fateOf(pledge, terms, then, scales);
  const at = t('loans.fallsTo', { coin, percent: percent(String(chosen)), price: plain(then) });
  const said = sentenceOf(t, figures, fate, { coin, asset });
  return (
    <section className={styles.box} aria-label={t('loans.whatIf', { coin })}>
      <h3 className={styles.heading}>{t('loans.whatIf', { coin })}</h3>
      <Slider
        label={t('loans.fallBy', { coin })}
        value={chosen}
        {...{ max }}
        onChange={onFall}
        text={`${at}: ${said}`}
        start={<bdi>{plain(price)}</bdi>}
        end={<bdi>{plain(fallenTo(price, max))}</bdi>}
      />
      <div>
        <p className={styles.at}>
          <bdi>{at}</bdi>
        </p>
        <p className={cx(styles.fate, styles[fate.kind])}>
          {fate.kind === 'nothing' ? (
            <IconCheck size={18} aria-hidden />
          ) : fate.kind === 'warned' ? (
            <IconAlert size={18} aria-hidden />
          ) : (
            <IconWarning size={18} aria-hidden />
          )}
          <span>{said}</span>
        </p>
      </div>
      <p className={styles.note}>{t('loans.whatIfNote')}</p>
    </section>
  );
}

type Figures = ReturnType<typeof useFigures>;
function sentenceOf(
  t: Translate,
  { own, share }: Figures,
  fate: Fate,
  { coin: collateral, asset }: { coin: string; asset: string },
): string {
  if (fate.kind === 'nothing') return t('loans.fate_nothing', { share: share(fate.share) });
  if (fate.kind === 'warned') return t('loans.fate_warned', { share: share(fate.share) });
  const proceeds = own(roughly(fate.proceeds));
  if (fate.kind === 'sold')
    return t('loans.fate_sold', {
      ...{ sold: own(roughly(fate.sold)), collateral, proceeds, asset },
      ...{ kept: own(roughly(fate.collateralLeft)), left: own(roughly(fate.debtLeft)) },
    });
  return decimalSign(fate.returned) > 0
    ? t('loans.fate_returned', { returned: own(roughly(fate.returned)), asset })
    : t('loans.fate_soldOff', { proceeds, asset });
}

/** Two decimals, or four digits of a small figure: what will happen is not known to the last one. */
function roughly(amount: string): string {
  const [whole = '0', part = ''] = amount.split('.');
  if (whole !== '0') return part === '' ? whole : `${whole}.${part.slice(0, 2)}`;
  const first = part.search(/[1-9]/);
  return first < 0 ? '0' : `0.${part.slice(0, first + 4)}`;
}
