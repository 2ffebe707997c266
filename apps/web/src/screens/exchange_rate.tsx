import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';

export const Route = createFileRoute('/exchange_rate')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../features/settings/ExchangeRateScreen.tsx'), 'ExchangeRateScreen'),
});
