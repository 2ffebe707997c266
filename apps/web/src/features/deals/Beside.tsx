import { Sheet } from '@bourse/ui';
import type { ComponentProps, ReactNode } from 'react';
import { ScreenHead } from '../../shell/ScreenHead.tsx';
import { useWide } from '../../shell/use-wide.ts';
import { HeadDemo } from '../funds/parts/HeadDemo.tsx';
import styles from './Beside.module.css';

type Props = {
  title: string;
  lead: string;
  fallback: ComponentProps<typeof ScreenHead>['fallback'];
  /** What is chosen; undefined where nothing is. */
  detail: ReactNode;
  detailTitle: string;
  /** Nothing is chosen any more. */
  onClose: () => void;
  /** The lists to choose from. */
  children: ReactNode;
};

export const useBeside = (): boolean => useWide(1024);

/** A screen of lists. On a wide screen what is chosen stands beside them, on a phone in a sheet. */
export function Beside({ title, lead, fallback, detail, detailTitle, onClose, children }: Props) {
  const wide = useBeside();
  return (
    <div className={styles.page}>
      <ScreenHead title={title} fallback={fallback}>
        <HeadDemo />
      </ScreenHead>
      <p className={styles.lead}>{lead}</p>
      <div className={styles.columns}>
        <div className={styles.lists}>{children}</div>
        {wide && detail && (
          <section className={styles.detail} aria-label={detailTitle}>
            <h2 className={styles.heading}>{detailTitle}</h2>
            {detail}
          </section>
        )}
      </div>
      {!wide && detail && (
        <Sheet open title={detailTitle} onClose={onClose}>
          {detail}
        </Sheet>
      )}
    </div>
  );
}
