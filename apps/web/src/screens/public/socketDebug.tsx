import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/public/socketDebug')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/settings/SocketScreen.tsx'), 'SocketScreen'),
});
