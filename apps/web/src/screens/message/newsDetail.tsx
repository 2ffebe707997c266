import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

export const Route = createFileRoute('/message/newsDetail')({
  staticData: { chrome: 'back' },
  validateSearch: texts('id', 'version'),
  component: screen(() => import('../../features/texts/ToldScreens.tsx'), 'NewsDetailScreen'),
});
