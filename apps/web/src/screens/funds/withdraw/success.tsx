import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../../shell/screen.ts';
import { texts } from '../../../shell/search.ts';

export const Route = createFileRoute('/funds/withdraw/success')({
  staticData: { chrome: 'back', tab: 'funds' },
  validateSearch: texts('id'),
  component: screen(() => import('../../../features/payments/withdraw/WithdrawSuccessScreen.tsx'), 'WithdrawSuccessScreen'),
});
