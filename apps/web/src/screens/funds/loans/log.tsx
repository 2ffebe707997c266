import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../../shell/screen.ts';
import { texts } from '../../../shell/search.ts';

/** `status`: those that run or have ended; `id`: an own loan. */
export const Route = createFileRoute('/funds/loans/log')({
  staticData: { chrome: 'back', tab: 'funds' },
  validateSearch: texts('status', 'id'),
  component: screen(() => import('../../../features/loans/LoanLogScreen.tsx'), 'LoanLogScreen'),
});
