import { DemoChip } from '../../../shell/labels.tsx';
import styles from './HeadDemo.module.css';

/** Demo money is named on a phone's page too; a desk's bar says it already. */
export const HeadDemo = () => (
  <span className={styles.demo}>
    <DemoChip />
  </span>
);
