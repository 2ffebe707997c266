import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/mine/theme')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/settings/ThemeScreen.tsx'), 'ThemeScreen'),
});
