import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

export const Route = createFileRoute('/funds/top_up_order')({
  staticData: { chrome: 'back', tab: 'funds' },
  validateSearch: texts('id', 'view', 'status', 'asset', 'channel', 'page'),
  component: screen(() => import('../../features/payments/deposit/OrdersScreen.tsx'), 'TopUpOrderScreen'),
});
