import { Avatar, Chip, IconChevronDown, List, Row } from '@bourse/ui';
import type { ReactNode } from 'react';
import { useT } from '../../../i18n/index.ts';
import styles from './parts.module.css';

/** An answer that was given. Pressing it asks the question again. */
export function Chosen({ label, value, aside, onChange }: { label: string; value: ReactNode; aside?: ReactNode; onChange: () => void }) {
  const t = useT();
  return (
    <button type="button" className={styles.chosen} onClick={onChange}>
      <span className={styles.chosenLabel}>{label}</span>
      <span className={styles.chosenValue}>
        {value}
        <IconChevronDown size={16} aria-hidden />
        {aside !== undefined && <span className={styles.chosenAside}>{aside}</span>}
      </span>
      <span className="visually-hidden">{t('journey.change')}</span>
    </button>
  );
}

export type Choice = {
  key: string;
  title: ReactNode;
  under?: ReactNode;
  end?: ReactNode;
  endUnder?: ReactNode;
  /** It cannot be chosen now; the text says why. */
  closed?: string | undefined;
  picture?: string | undefined;
};

/** One question with its answers, each a row. */
export function Question({ title, choices, onChoose }: { title: string; choices: readonly Choice[]; onChoose: (key: string) => void }) {
  return (
    <div className={styles.question}>
      <h2>{title}</h2>
      <List label={title} inset>
        {choices.map(({ key, title: name, under, end, endUnder, closed, picture }) => (
          <Row
            key={key}
            tall
            start={picture === undefined ? undefined : <Avatar name={picture} size={28} />}
            title={name}
            under={under}
            end={closed ? <Chip>{closed}</Chip> : end}
            endUnder={closed ? undefined : endUnder}
            goes={!closed}
            onClick={closed ? undefined : () => onChoose(key)}
          />
        ))}
      </List>
    </div>
  );
}
