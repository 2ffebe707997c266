import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';
import { texts } from '../shell/search.ts';

export const Route = createFileRoute('/privacy_policy')({
  staticData: { chrome: 'back' },
  validateSearch: texts('version', 'compare'),
  component: screen(() => import('../features/texts/PolicyScreens.tsx'), 'PrivacyScreen'),
});
