import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/vip/')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/membership/LevelsScreen.tsx'), 'LevelsScreen'),
});
