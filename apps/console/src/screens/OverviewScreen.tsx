import { Chip } from '@bourse/ui';
import styles from '../Console.module.css';
import { useRead } from '../data/use-read.ts';
import { Head, Lamps, Remote, Section } from '../parts/Screen.tsx';
import { hrefOf } from '../routes.ts';
import { lengthText, named, t, timeText } from '../words.ts';

export function OverviewScreen() {
  const read = useRead('GET overview/get', {}, 15_000);
  return (
    <>
      <Head title={t('console.nav.overview')} read={read} />
      <Remote read={read}>
        {({ customers, cases, switches, lamps }) => (
          <>
            <div className={styles.cards}>
              {cases.map(({ kind, waiting, taken, late, medianMs }) => (
                <a key={kind} className={styles.card} href={hrefOf('inbox', kind)}>
                  <span>{named('kind', kind)}</span>
                  <b>{waiting}</b>
                  <span>
                    {t('console.waiting')} · {t('console.taken')} {taken} · {t('console.late')} {late}
                    <br />
                    {t('console.median')}: {medianMs === null ? t('console.noMedian') : lengthText(medianMs / 1000)}
                  </span>
                  {late > 0 && <Chip tone="warn">{t('console.late')}</Chip>}
                </a>
              ))}
              <Figure name={t('console.customersReal')} value={customers.real} />
              <Figure name={t('console.customersDemo')} value={customers.demo} />
              <Figure name={t('console.customersToday')} value={customers.today} />
              <Figure name={t('console.customersHeld')} value={customers.held} />
            </div>
            <Section title={t('console.lamps')}>
              <Lamps lamps={lamps} />
            </Section>
            <Section title={t('console.switchesActive')}>
              {switches.some(({ active }) => active) ? (
                <ul className={styles.events}>
                  {switches
                    .filter(({ active }) => active)
                    .map(({ name, scope, reason, changedBy, changedAt }) => (
                      <li key={`${name} ${scope}`}>
                        <Chip tone="warn">
                          {named('stop', name)} · {named('', scope)}
                        </Chip>{' '}
                        {reason} <span className={styles.quiet}>{`${changedBy}, ${timeText(changedAt)}`}</span>
                      </li>
                    ))}
                </ul>
              ) : (
                <p className={styles.quiet}>{t('console.switchesNone')}</p>
              )}
            </Section>
          </>
        )}
      </Remote>
    </>
  );
}

const Figure = ({ name, value }: { name: string; value: number }) => (
  <div className={styles.card}>
    <span>{name}</span>
    <b>{value}</b>
  </div>
);
