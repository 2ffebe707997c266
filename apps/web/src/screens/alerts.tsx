import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';

export const Route = createFileRoute('/alerts')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../features/alerts/AlertsScreen.tsx'), 'AlertsScreen'),
});
