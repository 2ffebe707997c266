import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/mine/userLanguage')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/settings/LanguageScreen.tsx'), 'LanguageScreen'),
});
