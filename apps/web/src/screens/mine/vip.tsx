import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/mine/vip')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/membership/MyLevelScreen.tsx'), 'MyLevelScreen'),
});
