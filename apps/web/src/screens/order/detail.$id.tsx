import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

export const Route = createFileRoute('/order/detail/$id')({
  staticData: { chrome: 'back', tab: 'trade' },
  validateSearch: texts('kind'),
  component: screen(() => import('../../features/history/AnyDetailScreen.tsx'), 'AnyDetailScreen', 'trade', 'orders'),
});
