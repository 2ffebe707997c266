import type { VipConfig, VipDetail, VipLevel } from '@bourse/protocol';
import { Chip, cx } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import styles from '../Membership.module.css';
import { levelAt, type Product, paysAt, paysFrom, products, savingOf, withoutBought } from '../model/levels.ts';
import { levelName, useFigures } from '../words.ts';
import { Choice } from './Choice.tsx';

type Props = { config: VipConfig; detail: VipDetail | undefined; product: Product; onProduct: (product: Product) => void };

/** Every level: what it takes, what it costs, its fees, and what it saves at the customer's own volume. */
export function LevelCards({ config, detail, product, onProduct }: Props) {
  const t = useT();
  return (
    <section className={styles.block} aria-label={t('membership.levels')}>
      <h2 className={styles.head}>{t('membership.levels')}</h2>
      <ProductChoice {...{ config, product, onProduct }} />
      <ol className={styles.levels}>
        {config.levels.map((level) => (
          <Level key={level.level} {...{ level, config, detail, product }} />
        ))}
      </ol>
      <p className={styles.small}>{t('membership.feesMost')}</p>
      {detail && <p className={styles.small}>{t('membership.savesWhy', { product: t(`membership.product_${product}`) })}</p>}
    </section>
  );
}

export function ProductChoice({ config, product, onProduct }: Pick<Props, 'config' | 'product' | 'onProduct'>) {
  const t = useT();
  const traded = products.filter((one) => config.levels[0]?.fees[one] !== null);
  return (
    <Choice
      label={t('membership.product')}
      options={traded.map((value) => ({ value, label: t(`membership.product_${value}`) }))}
      value={product}
      onChange={onProduct}
    />
  );
}

function Level({ level, config, detail, product }: { level: VipLevel } & Omit<Props, 'onProduct'>) {
  const t = useT();
  const { plain, own } = useFigures();
  const rates = level.fees[product];
  const mine = detail?.level === level.level;
  const from = detail && levelAt(config, withoutBought(detail));
  const saves = detail && savingOf(detail.tomorrow.volume, product, from, level);
  return (
    <li className={cx(styles.level, mine && styles.mine)}>
      <p className={styles.line}>
        <span className={styles.strong}>
          {levelName(t, level.level)} {mine && <Chip tone="yours">{t('membership.yours')}</Chip>}
        </span>
        <span>{level.level > 0 && t('membership.from', { amount: plain(level.volume) })}</span>
      </p>
      <p className={styles.line}>
        <span>{rates && t('membership.fees', { taker: plain(rates.taker), maker: plain(rates.maker) })}</span>
        {level.level > 0 && (
          <span>
            {level.price === null ? t('membership.notSold') : t('membership.price', { price: plain(level.price), asset: config.asset })}
          </span>
        )}
      </p>
      {saves !== undefined && level.level > (from?.level ?? 0) && (
        <p className={styles.small}>{saves === '0.00' ? t('membership.savesNothing') : t('membership.saves', { amount: own(saves) })}</p>
      )}
    </li>
  );
}

/** Whether a level is worth its price at the customer's own volume, and from which volume it is. */
export function Verdict({ level, config, detail, product }: { level: VipLevel; config: VipConfig; detail: VipDetail; product: Product }) {
  const t = useT();
  const { plain, own } = useFigures();
  const price = level.price ?? '0';
  const from = levelAt(config, withoutBought(detail));
  const saves = savingOf(detail.tomorrow.volume, product, from, level);
  const volume = paysFrom(price, product, from, level);
  const figures = { saves: own(saves), price: plain(price), asset: config.asset };
  return (
    <p className={styles.sure}>
      {detail.tomorrow.level >= level.level && t('membership.paysTomorrow')}{' '}
      {volume === undefined
        ? t('membership.paysNever')
        : paysAt(saves, price)
          ? t('membership.pays', figures)
          : t('membership.paysNot', { ...figures, volume: plain(volume) })}{' '}
      {t('membership.savesWhy', { product: t(`membership.product_${product}`) })}
    </p>
  );
}
