import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';

export const Route = createFileRoute('/bootPage')({
  staticData: { chrome: 'bare' },
  component: screen(() => import('../features/welcome/BootScreen.tsx'), 'BootScreen', 'core'),
});
