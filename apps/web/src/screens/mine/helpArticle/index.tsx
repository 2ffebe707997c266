import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../../shell/screen.ts';
import { texts } from '../../../shell/search.ts';

export const Route = createFileRoute('/mine/helpArticle/')({
  staticData: { chrome: 'back' },
  validateSearch: texts('category', 'page'),
  component: screen(() => import('../../../features/texts/HelpScreens.tsx'), 'HelpArticlesScreen'),
});
