import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';
import { texts } from '../shell/search.ts';

export const Route = createFileRoute('/external_service')({
  staticData: { chrome: 'back' },
  validateSearch: texts('url'),
  component: screen(() => import('../features/texts/ExternalScreen.tsx'), 'ExternalScreen'),
});
