import { DemoChip } from '../../../shell/labels.tsx';
import styles from './HeadDemo.module.css';

/** Names demo money in a phone's page head; on a wide screen the top bar already does. */
export const HeadDemo = () => (
  <span className={styles.demo}>
    <DemoChip />
  </span>
);
