import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';

export const Route = createFileRoute('/home')({
  staticData: { chrome: 'tabs', tab: 'home', wide: true },
  component: screen(() => import('../features/home/HomeScreen.tsx'), 'HomeScreen', 'core'),
});
