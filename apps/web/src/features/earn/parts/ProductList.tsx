import type { EarnProduct } from '@bourse/protocol';
import { cx, List, Row } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import styles from '../../deals/Lists.module.css';
import { hasRoom, rateOf } from '../model/earn.ts';
import { nameOf, useFigures } from '../words.ts';

type Props = { products: readonly EarnProduct[]; chosen: string | undefined; onChoose: (id: string) => void };

/** What is offered: flexible products, then fixed terms. */
export function ProductList({ products, chosen, onChoose }: Props) {
  const t = useT();
  const kinds = [
    { name: t('earn.flexible'), text: t('earn.flexibleText'), list: products.filter(({ days }) => days === 0) },
    { name: t('earn.fixed'), text: t('earn.fixedText'), list: products.filter(({ days }) => days > 0) },
  ];
  return (
    <>
      {kinds
        .filter(({ list }) => list.length > 0)
        .map(({ name, text, list }) => (
          <section key={name} className={styles.section} aria-label={name}>
            <h2 className={styles.head}>{name}</h2>
            <p className={styles.text}>{text}</p>
            <List className={styles.card}>
              {list.map((product) => (
                <ProductRow key={product.id} {...{ product }} chosen={product.id === chosen} onChoose={() => onChoose(product.id)} />
              ))}
            </List>
          </section>
        ))}
    </>
  );
}

function ProductRow({ product, chosen, onChoose }: { product: EarnProduct; chosen: boolean; onChoose: () => void }) {
  const t = useT();
  const { plain, percent } = useFigures();
  const { asset, open, min, left } = product;
  return (
    <Row
      tall
      title={<bdi>{nameOf(t, product)}</bdi>}
      under={
        <span className={styles.under}>
          {open ? (
            <>
              <bdi>{t('earn.from', { min: plain(min), asset })}</bdi>
              <bdi>{t('earn.left', { left: plain(left), asset })}</bdi>
            </>
          ) : (
            t(hasRoom(product) ? 'earn.notCovered' : 'earn.soldOut')
          )}
        </span>
      }
      end={<bdi className={cx(styles.rate, !open && styles.closed)}>{percent(rateOf(product))}</bdi>}
      endUnder={t('earn.aYear')}
      goes
      {...{ chosen }}
      pressed={chosen}
      onClick={onChoose}
    />
  );
}
