import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

/** `product`: one that is lent; `id`: an own loan. */
export const Route = createFileRoute('/funds/LOANS')({
  staticData: { chrome: 'back', tab: 'funds' },
  validateSearch: texts('product', 'id'),
  component: screen(() => import('../../features/loans/LoansScreen.tsx'), 'LoansScreen', 'rest', 'leverage'),
});
