import { Segmented } from '@bourse/ui';
import { lazy, Suspense, useState } from 'react';
import { lastValue, useTimedOffers } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import ticket from '../ticket/Ticket.module.css';
import type { TicketPanelProps } from '../ticket/TicketPanel.tsx';
import { ContractTicket } from './ContractTicket.tsx';

const TimedTicket = lazy(() => import('../timed/TimedTicket.tsx').then((module) => ({ default: module.TimedTicket })));

/** The two products of a contract: the perpetual and, where offered, the timed contract on the same index. */
export function ContractPanel(props: TicketPanelProps) {
  const t = useT();
  const [product, setProduct] = useState<'perpetual' | 'timed'>('perpetual');
  const offer = lastValue(useTimedOffers())?.find((each) => each.symbol === props.instrument.symbol);
  if (props.slip) return <ContractTicket {...props} />;
  return (
    <div className={ticket.ticket} data-dense={props.dense}>
      {offer && (
        <Segmented
          small={props.dense}
          label={t('leverage.product')}
          value={product}
          onChange={setProduct}
          options={[
            { value: 'perpetual', label: t('leverage.perpetual') },
            { value: 'timed', label: t('leverage.timed') },
          ]}
        />
      )}
      {offer && product === 'timed' ? (
        <Suspense>
          <TimedTicket {...props} offer={offer} />
        </Suspense>
      ) : (
        <ContractTicket {...props} />
      )}
    </div>
  );
}
