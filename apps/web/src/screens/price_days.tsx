import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';

export const Route = createFileRoute('/price_days')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../features/settings/PriceDaysScreen.tsx'), 'PriceDaysScreen'),
});
