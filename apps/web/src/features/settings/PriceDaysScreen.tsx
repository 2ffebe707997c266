import { EmptyState, Facts } from '@bourse/ui';
import { useState } from 'react';
import { usePriceDays, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Paged } from '../history/parts/Paged.tsx';
import styles from './Page.module.css';
import { Page } from './Page.tsx';
import own from './PriceDaysScreen.module.css';

/** How simulated prices are made, and what anybody needs to check a day of them. */
export function PriceDaysScreen() {
  const t = useT();
  const zone = useTimeZone();
  const [page, setPage] = useState(1);
  const remote = usePriceDays(page);
  return (
    <Page
      title={t('settings.pricesTitle')}
      lead={t('settings.pricesText')}
      body={
        <>
          <p className={styles.lead}>{t('settings.pricesCheck')}</p>
          <p className={styles.lead}>{t('settings.pricesMoney')}</p>
          <h2 className={styles.head}>{t('settings.pricesList')}</h2>
          <Paged
            {...{ remote, page }}
            onPage={setPage}
            pick={(answer) => answer}
            empty={<EmptyState title={t('settings.pricesNone')}>{t('settings.pricesNoneText')}</EmptyState>}
          >
            {(list) => (
              <ul className={own.days}>
                {list.map(({ day, commitment, committedAt, seq, secret }) => (
                  <li key={day} className={own.day}>
                    <h3>
                      <time dateTime={day}>{formatTime(Date.parse(day), 'date', 'UTC')}</time>
                      <span className="muted">{t('settings.pricesPublished', { time: formatTime(committedAt, 'dateTime', zone) })}</span>
                    </h3>
                    <Facts
                      dense
                      facts={[
                        { name: t('settings.pricesCommitment'), value: <code className={own.digits}>{commitment}</code> },
                        {
                          name: t('settings.pricesAnchored'),
                          value:
                            seq === null ? (
                              <span className="muted">{t('settings.pricesNotAnchored')}</span>
                            ) : (
                              t('settings.pricesAnchoredBy', { seq })
                            ),
                        },
                        {
                          name: t('settings.pricesSecret'),
                          value:
                            secret === null ? (
                              <span className="muted">{t('settings.pricesHidden')}</span>
                            ) : (
                              <code className={own.digits}>{secret}</code>
                            ),
                        },
                      ]}
                    />
                  </li>
                ))}
              </ul>
            )}
          </Paged>
        </>
      }
    />
  );
}
