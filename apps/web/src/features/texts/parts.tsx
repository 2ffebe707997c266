import { buttonClass, EmptyState, IconDocument, RowContent, rowClass, rowItemClass, useUi } from '@bourse/ui';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import styles from './Texts.module.css';
import type { TextRow } from './texts.ts';

type Spoken = Pick<TextRow, 'language' | 'fallback' | 'stale'>;

/** Says that a text is in another language than the reader's, or older than its English original. */
export function SpokenNote({ language, fallback, stale }: Spoken) {
  const t = useT();
  const { locale } = useUi();
  if (!fallback && !stale) return null;
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(language) ?? language;
  return (
    <p className={styles.note} role="note">
      {fallback && t('texts.fallback', { language: name })} {stale && t('texts.stale')}
    </p>
  );
}

export function Missing({ to }: { to: '/mine/help_center' | '/announcement' | '/news' | '/college_list' }) {
  const t = useT();
  return (
    <EmptyState
      icon={<IconDocument size={28} strokeWidth={1.5} aria-hidden />}
      title={t('texts.missing')}
      action={
        <Link to={to} className={buttonClass({ kind: 'outline' })}>
          {t('common.back')}
        </Link>
      }
    >
      {t('texts.missingText')}
    </EmptyState>
  );
}

export type DetailPath = '/message/announcementDetail' | '/message/newsDetail' | '/mine/helpArticle/helpArticle_detail' | '/college_detail';
/** A text in a list. */
export function TextLink({ row, to, start, under }: { row: TextRow; to: DetailPath; start?: ReactNode; under?: ReactNode }) {
  return (
    <li className={rowItemClass}>
      <Link to={to} search={{ id: row.id }} className={rowClass({ tall: true })}>
        <RowContent
          start={start}
          title={
            <span className={styles.rowTitle} lang={row.language} dir="auto">
              {row.title}
            </span>
          }
          under={
            <>
              <span className={styles.rowUnder} lang={row.language} dir="auto">
                {row.summary}
              </span>
              {under}
            </>
          }
          goes
        />
      </Link>
    </li>
  );
}

export function Since({ at }: { at: number }) {
  const zone = useTimeZone();
  return <time dateTime={new Date(at).toISOString()}>{formatTime(at, 'date', zone)}</time>;
}

/** What the address says behind `?`, as texts. */
export const useQuery = (): { readonly [Name in string]?: string } =>
  Object.fromEntries(
    Object.entries(useSearch({ strict: false })).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
