import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';
import { texts } from '../shell/search.ts';

export const Route = createFileRoute('/heatmap')({
  staticData: { chrome: 'back', tab: 'market', wide: true },
  validateSearch: texts('kind'),
  component: screen(() => import('../features/market/HeatmapScreen.tsx'), 'HeatmapScreen', 'trade'),
});
