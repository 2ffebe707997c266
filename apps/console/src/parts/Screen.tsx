import { Button, Chip, ErrorState, SkeletonRows } from '@bourse/ui';
import type { ReactNode } from 'react';
import styles from '../Console.module.css';
import type { Read } from '../data/use-read.ts';
import { named, t, timeText } from '../words.ts';

/** The head of a screen; with a read, how old it is and how to read again. */
export function Head({ title, read, children }: { title: string; read?: Read<unknown>; children?: ReactNode }) {
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      {children}
      {read && (
        <Button kind="quiet" size="small" busy={read.loading} onClick={read.again}>
          {t('console.refresh')}
        </Button>
      )}
    </header>
  );
}

/** A remote value on the page: bones while it loads, why when it failed, and the old value with its age beside a failure. */
export function Remote<T>({ read, children }: { read: Read<T>; children: (value: T) => ReactNode }) {
  return (
    <>
      {read.failed !== undefined && (
        <ErrorState title={t('console.failed')} action={<Button onClick={read.again}>{t('console.retry')}</Button>}>
          {read.failed} {read.at !== undefined && t('console.oldValue', { time: timeText(read.at) })}
        </ErrorState>
      )}
      {read.value !== undefined ? children(read.value) : read.failed === undefined && <SkeletonRows label={t('console.loading')} />}
    </>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function FactList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What must hold. A lamp that is off says why. */
export function Lamps({ lamps }: { lamps: readonly { name: string; on: boolean; text: string }[] }) {
  return (
    <ul className={styles.lamps}>
      {lamps.map(({ name, on, text }) => {
        const [venue, check] = name.includes('.') ? name.split('.') : [undefined, name];
        return (
          <li key={name}>
            <Chip tone={on ? 'ok' : 'error'}>{on ? t('console.lampOn') : t('console.lampOff')}</Chip>
            <span>
              {named('lamp', check ?? name)}
              {venue && ` · ${named('', venue)}`}
            </span>
            {!on && <span className={styles.quiet}>{text}</span>}
          </li>
        );
      })}
    </ul>
  );
}
