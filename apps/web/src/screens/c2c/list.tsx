import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

export const Route = createFileRoute('/c2c/list')({
  staticData: { chrome: 'back', tab: 'funds' },
  validateSearch: texts('id', 'status', 'asset', 'channel', 'page'),
  component: screen(() => import('../../features/payments/deposit/OrdersScreen.tsx'), 'C2cListScreen'),
});
