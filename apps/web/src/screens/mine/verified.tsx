import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/mine/verified')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/identity/VerifiedScreen.tsx'), 'VerifiedScreen'),
});
