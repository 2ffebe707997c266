import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';
import { texts } from '../shell/search.ts';

export const Route = createFileRoute('/receipt')({
  staticData: { chrome: 'back', tab: 'funds' },
  validateSearch: texts('fill', 'role', 'kind', 'seq', 'index', 'venue', 'line'),
  component: screen(() => import('../features/receipt/ReceiptScreen.tsx'), 'ReceiptScreen', 'rest', 'trade'),
});
