import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

export const Route = createFileRoute('/funds/order_history')({
  staticData: { chrome: 'back', tab: 'funds', wide: true },
  validateSearch: texts('type', 'wallet', 'asset', 'period', 'page'),
  component: screen(() => import('../../features/funds/OrderHistoryScreen.tsx'), 'OrderHistoryScreen'),
});
