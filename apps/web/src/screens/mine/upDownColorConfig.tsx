import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/mine/upDownColorConfig')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/settings/DirectionScreen.tsx'), 'DirectionScreen'),
});
