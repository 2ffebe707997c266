import { Holdings } from './Holdings.tsx';
import styles from './Panel.module.css';
import { RecentActivity } from './RecentActivity.tsx';

/** What a desk has room for beside the watch list. In its own chunk: a phone never loads it. */
export default function Desk() {
  return (
    <div className={styles.pair}>
      <Holdings />
      <RecentActivity />
    </div>
  );
}
