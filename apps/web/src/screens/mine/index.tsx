import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/mine/')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/settings/MineScreen.tsx'), 'MineScreen'),
});
