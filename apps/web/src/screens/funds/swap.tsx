import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

export const Route = createFileRoute('/funds/swap')({
  staticData: { chrome: 'back', tab: 'funds' },
  validateSearch: texts('from', 'to'),
  component: screen(() => import('../../features/swaps/SwapScreen.tsx'), 'SwapScreen'),
});
