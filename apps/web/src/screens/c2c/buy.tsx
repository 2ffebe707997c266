import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

export const Route = createFileRoute('/c2c/buy')({
  staticData: { chrome: 'back', tab: 'funds' },
  validateSearch: texts('channel'),
  component: screen(() => import('../../features/payments/deposit/C2cBuyScreen.tsx'), 'C2cBuyScreen'),
});
