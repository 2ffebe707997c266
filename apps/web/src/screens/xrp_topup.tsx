import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';

export const Route = createFileRoute('/xrp_topup')({
  staticData: { chrome: 'back', tab: 'funds' },
  component: screen(() => import('../features/payments/deposit/XrpTopUpScreen.tsx'), 'XrpTopUpScreen'),
});
