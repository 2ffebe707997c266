import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/mine/changePayPassword')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/security/PayPasswordScreen.tsx'), 'PayPasswordScreen'),
});
