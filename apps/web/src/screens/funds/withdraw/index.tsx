import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../../shell/screen.ts';
import { texts } from '../../../shell/search.ts';

export const Route = createFileRoute('/funds/withdraw/')({
  staticData: { chrome: 'back', tab: 'funds' },
  validateSearch: texts('asset', 'channel', 'to'),
  component: screen(() => import('../../../features/payments/withdraw/WithdrawScreen.tsx'), 'WithdrawScreen'),
});
