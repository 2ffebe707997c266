import type { DepositItem } from '@bourse/protocol';
import { Amount, Row } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { neat } from '../../funds/model/figures.ts';
import { depositStep, ShortJourney } from '../parts/Journey.tsx';
import { StateIcon } from '../parts/StateIcon.tsx';

/** A deposit in a list: how much, and where it is. */
export function DepositRow({ of }: { of: DepositItem }) {
  const t = useT();
  const zone = useTimeZone();
  return (
    <Row
      tall
      goes
      start={<StateIcon status={of.status} />}
      title={<Amount value={of.net} decimals={neat(of.net)} unit={of.asset} />}
      under={<ShortJourney of={of} name={depositStep(t, of.step)} />}
      endUnder={formatTime(of.createdAt, 'dateTime', zone)}
      as={(content, className) => (
        <Link to="/funds/top_up_order" search={{ id: of.id }} className={className}>
          {content}
        </Link>
      )}
    />
  );
}
