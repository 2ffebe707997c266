import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';
import { texts } from '../shell/search.ts';

export const Route = createFileRoute('/risk')({
  staticData: { chrome: 'back', tab: 'trade' },
  validateSearch: texts('symbol'),
  component: screen(() => import('../features/risk/RiskScreen.tsx'), 'RiskScreen'),
});
