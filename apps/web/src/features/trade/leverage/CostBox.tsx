import { cx, type Fact, Facts } from '@bourse/ui';
import type { ReactNode } from 'react';
import { useT } from '../../../i18n/index.ts';
import ticket from '../ticket/Ticket.module.css';
import styles from './leverage.module.css';
import type { Previewed } from './usePreview.ts';

type Props = { preview: Previewed<unknown>; facts: readonly Fact[]; total: ReactNode; dense: boolean; children: ReactNode };

/** The parts of an order's cost, their total, and what the order leads to. A sheet has the total above its button instead (`KeyFigures`). */
export function CostBox({ preview, facts, total, dense, children }: Props) {
  const t = useT();
  return (
    <div className={cx(ticket.costs, preview.old && styles.old)} aria-busy={preview.old}>
      <Facts dense={dense} facts={facts} />
      {dense && (
        <div className={ticket.sum}>
          <span>{t('leverage.cost')}</span>
          {total}
        </div>
      )}
      {children}
      {preview.failed && <p className={styles.hint}>{t('leverage.previewFailed')}</p>}
    </div>
  );
}
