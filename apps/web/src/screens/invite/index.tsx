import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/invite/')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/invite/InviteScreen.tsx'), 'InviteScreen'),
});
