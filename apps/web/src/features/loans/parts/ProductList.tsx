import { truncateDecimals } from '@bourse/money';
import type { LoanProduct } from '@bourse/protocol';
import { cx, List, Row } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import styles from '../../deals/Lists.module.css';
import { isOpen } from '../model/loan.ts';
import { useFigures } from '../words.ts';

type Props = { products: readonly LoanProduct[]; chosen: string | undefined; onChoose: (id: string) => void };

/** What is lent, by the coin that is pledged. */
export function ProductList({ products, chosen, onChoose }: Props) {
  const t = useT();
  const { plain, percent } = useFigures();
  return (
    <section className={styles.section} aria-label={t('loans.offered')}>
      <h2 className={styles.head}>{t('loans.offered')}</h2>
      <List className={styles.card}>
        {products.map((product) => {
          const { id, collateralAsset, asset, rate, openLevel, left } = product;
          const open = isOpen(product);
          return (
            <Row
              key={id}
              tall
              title={<bdi>{collateralAsset}</bdi>}
              under={
                <span className={styles.under}>
                  <span>{t('loans.upTo', { level: percent(openLevel), asset })}</span>
                  <span>{open ? t('loans.left', { left: plain(truncateDecimals(left, 0)), asset }) : t('loans.soldOut')}</span>
                </span>
              }
              end={<bdi className={cx(styles.rate, !open && styles.closed)}>{percent(rate)}</bdi>}
              endUnder={t('loans.aYear')}
              goes
              chosen={id === chosen}
              pressed={id === chosen}
              onClick={() => onChoose(id)}
            />
          );
        })}
      </List>
    </section>
  );
}
