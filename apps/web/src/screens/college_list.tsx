import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';
import { texts } from '../shell/search.ts';

export const Route = createFileRoute('/college_list')({
  staticData: { chrome: 'back' },
  validateSearch: texts('page'),
  component: screen(() => import('../features/texts/CollegeScreens.tsx'), 'CollegeScreen'),
});
