import { InstrumentStatus } from '@bourse/protocol/enums';
import { beforeEach, expect, it } from 'vitest';
import { preferences } from '../../../data/preferences.ts';
import { ticks } from '../../../data/tick-store.ts';
import { emptyTick } from '../../../data/ticks.ts';
import { nvda, openMarket, quote } from '../../../testing/market.ts';
import { pass, show } from '../../../testing/show.tsx';
import { SourceAge } from './Head.tsx';

beforeEach(() => {
  openMarket();
  preferences.setState({ timeZone: 'America/New_York' });
});

it('says how old the price of an open market is', async () => {
  quote('NVDA', ['100.00', '100.10', '100.20']);
  const { text } = await show(<SourceAge instrument={{ ...nvda, status: InstrumentStatus.trading }} />);
  await pass(2_000);
  expect(text()).toMatch(/· [0-9.]+ s ago/);
});

it.each([InstrumentStatus.closed, InstrumentStatus.preOpen])(
  'says of a closed market (%i) from when its last price is, in the customer’s time zone',
  async (status) => {
    // The row came seven seconds ago; its price is of Friday, 16:00 in New York.
    ticks.push({ ...emptyTick('NVDA'), pe: '100.10', t: Date.UTC(2026, 2, 6, 21), at: Date.now() - 7_000 });
    ticks.flush();
    const { text } = await show(<SourceAge instrument={{ ...nvda, status }} />);
    expect(text()).toContain('closed Fri 16:00');
    expect(text()).not.toContain('s ago');
  },
);
