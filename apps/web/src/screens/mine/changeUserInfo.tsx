import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/mine/changeUserInfo')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/account/ChangeUserInfoScreen.tsx'), 'ChangeUserInfoScreen'),
});
