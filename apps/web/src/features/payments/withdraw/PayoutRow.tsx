import type { PayoutItem } from '@bourse/protocol';
import { Amount, Row } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { neat } from '../../funds/model/figures.ts';
import { payoutStep, ShortJourney } from '../parts/Journey.tsx';
import { StateIcon } from '../parts/StateIcon.tsx';
import styles from './withdraw.module.css';

/** A payout in a list: how much, to whom, and where it is. */
export function PayoutRow({ of }: { of: PayoutItem }) {
  const t = useT();
  const zone = useTimeZone();
  return (
    <Row
      tall
      goes
      start={<StateIcon status={of.status} />}
      title={<Amount value={of.amount} decimals={neat(of.amount)} unit={of.asset} />}
      under={
        <span className={styles.under}>
          <ShortJourney of={of} name={payoutStep(t, of.step)} />
          <bdi>{of.destination}</bdi>
        </span>
      }
      endUnder={formatTime(of.createdAt, 'dateTime', zone)}
      as={(content, className) => (
        <Link to="/funds/withdraw/success" search={{ id: of.id }} className={className}>
          {content}
        </Link>
      )}
    />
  );
}
