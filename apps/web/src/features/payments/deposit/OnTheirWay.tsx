import { buttonClass } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { lastValue } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useFollowNotices } from '../model/follow.ts';
import { useOwnRead } from '../model/own-read.ts';
import { Panel } from '../parts/Columns.tsx';
import { DepositRow } from './DepositRow.tsx';
import styles from './deposit.module.css';

const page = 'GET pay/recharge/page';
/** How long a deposit takes at most to appear here after our node has seen it. */
const lookEveryMs = 4_000;

/** The newest deposits. One that a network has just shown appears here by itself. */
export function OnTheirWay({ asset }: { asset?: string | undefined }) {
  const t = useT();
  useFollowNotices('deposit.', page);
  const read = useOwnRead(
    page,
    { pageNo: 1, pageSize: 3, ...(asset === undefined ? {} : { asset }) },
    { staleMs: 0, everyMs: lookEveryMs },
  );
  const list = lastValue(read)?.list;
  if (!list) return null;
  return (
    <Panel title={t('moneyIn.newest')}>
      {list.length === 0 ? (
        <p className={styles.note}>{t('moneyIn.appears')}</p>
      ) : (
        <>
          <ul className={styles.rows} aria-live="polite">
            {list.map((one) => (
              <DepositRow key={one.id} of={one} />
            ))}
          </ul>
          <Link to="/funds/top_up_order" className={buttonClass({ kind: 'link', size: 'small' })}>
            {t('moneyIn.seeAll')}
          </Link>
        </>
      )}
    </Panel>
  );
}
