import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/mine/devices')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/devices/DevicesScreen.tsx'), 'DevicesScreen'),
});
