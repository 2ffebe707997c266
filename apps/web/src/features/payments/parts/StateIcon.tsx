import { IconCheck, IconClock, IconClose, IconPerson } from '@bourse/ui';
import styles from './StateIcon.module.css';

const looks = {
  [-2]: ['ended', IconClose],
  [-1]: ['bad', IconClose],
  0: ['moves', IconClock],
  1: ['good', IconCheck],
  2: ['waits', IconPerson],
} as const;

/** How a deposit or payout stands, at a glance; words stand beside it. */
export function StateIcon({ status }: { status: keyof typeof looks }) {
  const [look, Icon] = looks[status];
  return (
    <span className={styles[look]} aria-hidden>
      <Icon size={16} strokeWidth={2.25} />
    </span>
  );
}
