import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';
import { texts } from '../shell/search.ts';

export const Route = createFileRoute('/market')({
  staticData: { chrome: 'tabs', tab: 'market', wide: true },
  validateSearch: texts('board', 'plate'),
  component: screen(() => import('../features/market/MarketScreen.tsx'), 'MarketScreen', 'trade'),
});
