import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';
import { texts } from '../shell/search.ts';

export const Route = createFileRoute('/chart')({
  staticData: { chrome: 'back', tab: 'trade', wide: true },
  validateSearch: texts('symbol', 'kind', 'interval', 'side'),
  component: screen(() => import('../features/trade/TradeScreen.tsx'), 'ChartScreen', 'trade'),
});
