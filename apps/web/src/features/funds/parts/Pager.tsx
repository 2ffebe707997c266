import { Button, IconChevronLeft, IconChevronRight } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import styles from './Pager.module.css';

/** The current page of how many. Hidden when everything fits on one page. */
export function Pager({ page, size, total, onChange }: { page: number; size: number; total: number; onChange: (page: number) => void }) {
  const t = useT();
  const last = Math.max(1, Math.ceil(total / size));
  if (last === 1 && page === 1) return null;
  return (
    <nav className={styles.pager} aria-label={t('funds.pages')}>
      <Button
        kind="outline"
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
        icon={<IconChevronLeft size={18} className={styles.arrow ?? ''} aria-hidden />}
      >
        {t('funds.newer')}
      </Button>
      <span className={styles.place}>{t('funds.pageOf', { page, last, total })}</span>
      <Button kind="outline" disabled={page >= last} onClick={() => onChange(page + 1)}>
        {t('funds.older')}
        <IconChevronRight size={18} className={styles.arrow ?? ''} aria-hidden />
      </Button>
    </nav>
  );
}
