import { IconButton, IconClose } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import styles from './OnlySymbol.module.css';

/** Says that the list is filtered to one instrument, and offers to remove the filter. */
export function OnlySymbol({ symbol, onClear }: { symbol: string; onClear: () => void }) {
  const t = useT();
  return (
    <p className={styles.only}>
      {t('funds.onlySymbol', { symbol })}
      <IconButton label={t('common.clear')} onClick={onClear}>
        <IconClose size={16} />
      </IconButton>
    </p>
  );
}
