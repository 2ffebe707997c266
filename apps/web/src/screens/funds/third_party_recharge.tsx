import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/funds/third_party_recharge')({
  staticData: { chrome: 'back', tab: 'funds' },
  component: screen(() => import('../../features/payments/deposit/DesksScreen.tsx'), 'ThirdPartyRechargeScreen'),
});
