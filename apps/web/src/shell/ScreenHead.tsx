import { cx, IconButton, IconChevronLeft } from '@bourse/ui';
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '../i18n/index.ts';
import styles from './ScreenHead.module.css';

export type ScreenHeadProps = {
  title: ReactNode;
  /** Actions at the end. */
  children?: ReactNode;
  /** The target of the back button when this page was opened directly. */
  fallback?:
    | '/home'
    | '/service_list'
    | '/college_list'
    | '/invite'
    | '/mine'
    | '/funds'
    | '/market'
    | '/message'
    | '/noticelist'
    | '/order'
    | '/vip'
    | undefined;
  /** A page that belongs to a tab has no back button. */
  back?: boolean | undefined;
  surface?: boolean | undefined;
};

/** A screen's title (the page's h1), back button and actions. */
export function ScreenHead({ title, children, fallback = '/home', back = true, surface = false }: ScreenHeadProps) {
  const t = useT();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <header className={cx(styles.head, surface && styles.surface, !back && styles.noBack)}>
      {back && (
        <IconButton
          label={t('common.back')}
          className={styles.back}
          onClick={() => (canGoBack ? router.history.back() : void router.navigate({ to: fallback, replace: true }))}
        >
          <IconChevronLeft size={24} />
        </IconButton>
      )}
      <h1 className={styles.title}>{title}</h1>
      {children && <div className={styles.end}>{children}</div>}
    </header>
  );
}
