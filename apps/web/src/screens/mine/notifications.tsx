import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/mine/notifications')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/notifications/NotificationsScreen.tsx'), 'NotificationsScreen'),
});
