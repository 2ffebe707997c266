import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/mine/changePassword')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/account/ChangePasswordScreen.tsx'), 'ChangePasswordScreen'),
});
