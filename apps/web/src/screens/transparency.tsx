import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';

export const Route = createFileRoute('/transparency')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../features/evidence/TransparencyScreen.tsx'), 'TransparencyScreen'),
});
