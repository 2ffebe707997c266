import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';
import { texts } from '../shell/search.ts';

export const Route = createFileRoute('/changes')({
  staticData: { chrome: 'back' },
  validateSearch: texts('product', 'symbol'),
  component: screen(() => import('../features/changes/ChangesScreen.tsx'), 'ChangesScreen'),
});
