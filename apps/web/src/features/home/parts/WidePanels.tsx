import { Holdings } from './Holdings.tsx';
import styles from './Panel.module.css';
import { RecentActivity } from './RecentActivity.tsx';

/** Panels that only a wide screen has room for, in a chunk that a phone never loads. */
export default function WidePanels() {
  return (
    <div className={styles.pair}>
      <Holdings />
      <RecentActivity />
    </div>
  );
}
