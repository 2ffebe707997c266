import { Segmented, type SegmentedProps } from '@bourse/ui';
import styles from '../Membership.module.css';

/** A choice under its name. */
export const Choice = <Value extends string>(props: SegmentedProps<Value>) => (
  <div className={styles.choice}>
    <span className={styles.small} aria-hidden>
      {props.label}
    </span>
    <Segmented {...props} />
  </div>
);
