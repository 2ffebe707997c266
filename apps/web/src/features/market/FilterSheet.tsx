import { Button, choosePartition, cx, Sheet, type TableFilter, type TableSort } from '@bourse/ui';
import { useT } from '../../i18n/index.ts';
import styles from './FilterSheet.module.css';
import { sectorName } from './sectors.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  plates: readonly string[];
  filter: TableFilter;
  onPartition: (partition: string) => void;
  onSort: (sort: TableSort) => void;
};

/** Sort and sector in one sheet; a choice takes effect at once. */
export function FilterSheet({ open, onClose, plates, filter, onPartition, onSort }: Props) {
  const t = useT();
  const choice = (key: string, label: string, on: boolean, run: () => void) => (
    <button key={key} type="button" className={cx(styles.choice, on && styles.on)} aria-pressed={on} onClick={run}>
      {label}
    </button>
  );
  const sorts = [
    ['none', t('market.sortNone'), { id: '', sort: '', type: 0 }, filter.priceSort === 0 && filter.upDownRangSort === 0],
    ['priceDown', t('market.sortPriceDown'), { id: 'price', sort: 'desc', type: 1 }, filter.priceSort === -1],
    ['priceUp', t('market.sortPriceUp'), { id: 'price', sort: 'asc', type: 1 }, filter.priceSort === 1],
    ['changeDown', t('market.sortChangeDown'), { id: 'change', sort: 'desc', type: 2 }, filter.upDownRangSort === -1],
    ['changeUp', t('market.sortChangeUp'), { id: 'change', sort: 'asc', type: 2 }, filter.upDownRangSort === 1],
  ] as const;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('market.filter')}
      foot={
        <Button wide size="large" onClick={onClose}>
          {t('common.done')}
        </Button>
      }
    >
      <h3 className={styles.head}>{t('market.sortHead')}</h3>
      <div className={styles.choices}>{sorts.map(([key, label, sort, on]) => choice(key, label, on, () => onSort(sort)))}</div>
      {plates.length > 1 && (
        <>
          <h3 className={styles.head}>{t('market.sector')}</h3>
          <div className={styles.choices}>
            {choice('', t('market.sectorAll'), filter.partition === '', () => onPartition(''))}
            {plates.map((plate) =>
              choice(plate, sectorName(plate), filter.partition === plate, () => onPartition(choosePartition(filter, plate).partition)),
            )}
          </div>
        </>
      )}
    </Sheet>
  );
}
