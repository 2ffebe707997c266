import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/order/detail/$id')({
  staticData: { chrome: 'back', tab: 'trade' },
  component: screen(() => import('../../features/trade/OrderDetailScreen.tsx'), 'OrderDetailScreen', 'trade'),
});
