import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

export const Route = createFileRoute('/mine/help_center')({
  staticData: { chrome: 'back' },
  validateSearch: texts('q'),
  component: screen(() => import('../../features/texts/HelpScreens.tsx'), 'HelpCenterScreen'),
});
