import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';
import { texts } from '../shell/search.ts';

export const Route = createFileRoute('/college_detail')({
  staticData: { chrome: 'back' },
  validateSearch: texts('id'),
  component: screen(() => import('../features/texts/CollegeScreens.tsx'), 'LessonScreen'),
});
