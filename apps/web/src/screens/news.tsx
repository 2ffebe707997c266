import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';
import { texts } from '../shell/search.ts';

export const Route = createFileRoute('/news')({
  staticData: { chrome: 'back' },
  validateSearch: texts('page'),
  component: screen(() => import('../features/texts/ToldScreens.tsx'), 'NewsScreen'),
});
