import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';
import { texts } from '../shell/search.ts';

export const Route = createFileRoute('/text_preview')({
  staticData: { chrome: 'back' },
  validateSearch: texts('type', 'version', 'compare'),
  component: screen(() => import('../features/texts/PolicyScreens.tsx'), 'TextPreviewScreen'),
});
