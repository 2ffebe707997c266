import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/funds/')({
  staticData: { chrome: 'tabs', tab: 'funds', wide: true },
  component: screen(() => import('../../features/funds/FundsScreen.tsx'), 'FundsScreen'),
});
