import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';
import { texts } from '../shell/search.ts';

export const Route = createFileRoute('/search')({
  staticData: { chrome: 'back', tab: 'market' },
  validateSearch: texts('q'),
  component: screen(() => import('../features/market/SearchScreen.tsx'), 'SearchScreen'),
});
