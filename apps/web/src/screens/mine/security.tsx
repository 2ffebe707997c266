import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/mine/security')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/security/SecurityScreen.tsx'), 'SecurityScreen'),
});
