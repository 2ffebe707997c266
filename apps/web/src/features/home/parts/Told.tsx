import { EmptyState, IconMegaphone, List, Skeleton } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { type CallOutput, lastValue, useMenuVisible, useRead } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Unread } from '../../../shell/Unread.tsx';
import { useWide } from '../../../shell/use-wide.ts';
import { GoLink } from '../../texts/GoLink.tsx';
import { TextLink } from '../../texts/parts.tsx';
import marks from '../../texts/Texts.module.css';
import { seeAllClass } from './seeAll.ts';
import styles from './Told.module.css';

const staleMs = 60_000;
type Row = CallOutput<'GET system/notice/index'>['news'][number];

/** What the exchange publishes, on the home page: one line at its head, the rest at its end. Both have a place of their own, so that nothing moves when they come. */
export default function Told({ line = false }: { line?: boolean }) {
  return line ? <Line /> : <Block />;
}

/** The newest announcement, and how many were not opened. Without one the line leads to the list. */
function Line() {
  const t = useT();
  const newest = useRead('GET system/notice/home-notice', {}, { staleMs });
  const unread = lastValue(useRead('GET system/notice/unread-announcement', {}, { needsSession: true, staleMs }));
  const answer = lastValue(newest);
  if (!answer && newest.state === 'failed')
    return (
      <p className={styles.line} role="status">
        <span className={styles.words}>{t('common.loadFailed')}</span>
        <button type="button" className={seeAllClass} onClick={newest.retry}>
          {t('common.retry')}
        </button>
      </p>
    );
  if (!answer)
    return (
      <p className={styles.line}>
        <Skeleton width="60%" />
      </p>
    );
  const shown = answer.notice ?? unread?.list[0];
  return (
    <p className={styles.line}>
      <IconMegaphone size={18} aria-hidden className={styles.sign} />
      {shown ? (
        <Link to="/message/announcementDetail" search={{ id: shown.id }} className={styles.words} lang={shown.language} dir="auto">
          {shown.title}
        </Link>
      ) : (
        <Link to="/announcement" className={styles.words}>
          {t('texts.announcements')}
        </Link>
      )}
      {unread && unread.count > 0 && (
        <Link to="/announcement" className={seeAllClass}>
          {t('texts.newCount', { count: unread.count })}
        </Link>
      )}
    </p>
  );
}

function Block() {
  const t = useT();
  const index = useRead('GET system/notice/index', {}, { staleMs });
  const texts = lastValue(index);
  const { list } = lastValue(useRead('GET system/notice/index-jump-list', {}, { staleMs })) ?? { list: [] };
  const seen = useMenuVisible();
  // On a wide screen the panels above take their size from this answer. What stands below waits for it, so that it does not move.
  const wide = useWide(1024);
  const above = useRead('GET pay/funds-flow/page0', { pageNo: 1, pageSize: 6 }, { needsSession: true, enabled: wide });
  const places = list.filter(({ path }) => seen(path));
  if (wide && above.state === 'loading') return null;
  return (
    <div className={styles.told}>
      <Banners />
      {!texts ? (
        <Unread remote={index} compact rows={3} height={60} />
      ) : texts.announcements.length + texts.news.length === 0 ? (
        <EmptyState compact title={t('texts.none')}>
          {t('texts.noneText')}
        </EmptyState>
      ) : (
        <div className={styles.lists}>
          <Texts rows={texts.announcements} all="/announcement" one="/message/announcementDetail" />
          <Texts rows={texts.news} all="/news" one="/message/newsDetail" />
        </div>
      )}
      {/* The exchange names these places, in the languages that it speaks. */}
      {places.length > 0 && (
        <nav className={styles.places} aria-label={t('texts.places')} data-served>
          {places.map(({ path, name }) => (
            <GoLink key={path} to={path} className={styles.place}>
              {name}
            </GoLink>
          ))}
        </nav>
      )}
    </div>
  );
}

function Texts({ rows, all, one }: { rows: readonly Row[]; all: '/announcement' | '/news'; one: Parameters<typeof TextLink>[0]['to'] }) {
  const t = useT();
  if (rows.length === 0) return null;
  const name = t(all === '/news' ? 'texts.news' : 'texts.announcements');
  return (
    <List
      head={name}
      end={
        <Link to={all} className={seeAllClass}>
          {t('common.seeAll')}
        </Link>
      }
      label={name}
    >
      {rows.map((row) => (
        <TextLink
          key={row.id}
          row={row}
          to={one}
          start={
            <span className={marks.mark} data-unread={!row.read}>
              {!row.read && <span className="visually-hidden">{t('texts.unread')}</span>}
            </span>
          }
        />
      ))}
    </List>
  );
}

/** The operators' banners, to be pushed on by hand. None: nothing stands here. They adorn the page, so one that does not come is not complained about. */
function Banners() {
  const t = useT();
  const banners = lastValue(useRead('GET system/rotation-chart/list', {}, { staleMs })) ?? [];
  if (banners.length === 0) return null;
  return (
    <ul className={styles.banners} aria-label={t('texts.banners')}>
      {banners.map(({ id, picture, target, alt, language }) => (
        <li key={id}>
          <GoLink to={target} className={styles.banner}>
            <img src={picture} alt={alt} lang={language} loading="lazy" decoding="async" />
          </GoLink>
        </li>
      ))}
    </ul>
  );
}
