import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';

export const Route = createFileRoute('/pc_home')({
  staticData: { chrome: 'bare' },
  component: screen(() => import('../features/landing/LandingScreen.tsx'), 'LandingScreen', 'landing'),
});
