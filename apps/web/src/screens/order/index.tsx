import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

export const Route = createFileRoute('/order/')({
  staticData: { chrome: 'tabs', tab: 'trade', wide: true },
  validateSearch: texts('symbol', 'side', 'price', 'kind', 'interval'),
  component: screen(() => import('../../features/trade/TradeScreen.tsx'), 'OrderScreen', 'trade'),
});
