import { IconCheck } from '@bourse/ui/icons.tsx';
import { List, Row } from '@bourse/ui/List.tsx';
import type { ReactNode } from 'react';
import styles from './Page.module.css';

export type Choice<Value> = { key: string; value: Value; title: ReactNode; under?: ReactNode; end?: ReactNode };

/** A list with one selected item, marked by a tick. A tap takes effect at once. */
export function Choices<Value>({
  label,
  choices,
  chosen,
  onChoose,
}: {
  label: string;
  choices: readonly Choice<Value>[];
  chosen: (value: Value) => boolean;
  onChoose: (value: Value) => void;
}) {
  return (
    <List label={label}>
      {choices.map((choice) => {
        const on = chosen(choice.value);
        return (
          <Row
            key={choice.key}
            title={choice.title}
            under={choice.under}
            end={
              <span className={styles.end}>
                {choice.end}
                <span className={styles.tick}>{on && <IconCheck size={20} aria-hidden />}</span>
              </span>
            }
            pressed={on}
            onClick={() => onChoose(choice.value)}
          />
        );
      })}
    </List>
  );
}
