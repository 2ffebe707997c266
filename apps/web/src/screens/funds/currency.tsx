import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

export const Route = createFileRoute('/funds/currency')({
  staticData: { chrome: 'back', tab: 'funds' },
  validateSearch: texts('asset', 'wallet'),
  component: screen(() => import('../../features/funds/CurrencyScreen.tsx'), 'CurrencyScreen'),
});
