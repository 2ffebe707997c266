import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

export const Route = createFileRoute('/funds/topUp')({
  staticData: { chrome: 'back', tab: 'funds' },
  validateSearch: texts('asset', 'channel'),
  component: screen(() => import('../../features/payments/deposit/TopUpScreen.tsx'), 'TopUpScreen'),
});
