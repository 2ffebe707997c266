import { Link } from '@tanstack/react-router';
import { type Instrument, useEnterDemo, useIsDemo, useNow, useOfflineSince, useSignedIn, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { type Translate, useT } from '../../../i18n/index.ts';
import { useSlowTick } from '../instrument/slow.ts';
import type { TicketGate } from './GatedButton.tsx';
import { type Closed, closedBecause } from './gate.ts';

/** Whether an order can be sent now. A stock order may wait for the open: a closed market then does not close the ticket. */
export function useGate(instrument: Instrument, mayWait = false): TicketGate {
  const t = useT();
  const signedIn = useSignedIn();
  const demo = useIsDemo();
  const offline = useOfflineSince() > 0;
  const now = useNow();
  const zone = useTimeZone();
  const tick = useSlowTick(instrument.symbol, 1_000);
  const { enter, busy } = useEnterDemo();
  const closed = closedBecause(instrument, tick, { signedIn, demo, offline, now, mayWait });
  if (!closed) return { open: true };
  const why = sentenceOf(t, closed, instrument.symbol, zone);
  if (closed.why !== 'visitor') return { open: false, why };
  return {
    open: false,
    why,
    visitor: {
      onDemo: () => void enter(),
      busy,
      signIn: (className) => (
        <Link to="/login" className={className}>
          {t('common.signIn')}
        </Link>
      ),
    },
  };
}

function sentenceOf(t: Translate, closed: Closed, symbol: string, zone: string): string {
  switch (closed.why) {
    case 'visitor':
      return t('trade.gateVisitor');
    case 'notLive':
      return t('trade.gateNotLive', { symbol });
    case 'offline':
      return t('trade.gateOffline');
    case 'cancelOnly':
      return t('trade.gateCancelOnly', { symbol });
    case 'halted':
      return t('trade.gateHalted', { symbol });
    case 'closed':
      return closed.opensAt === null
        ? t('trade.gateClosedOpen', { symbol })
        : t('trade.gateClosed', { symbol, time: formatTime(closed.opensAt, 'dateTime', zone) });
    case 'waiting':
      return t('trade.gateWaiting');
    case 'stale':
      return t('trade.gateStale', { age: closed.ageS });
  }
}
