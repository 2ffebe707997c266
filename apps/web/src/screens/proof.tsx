import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';

export const Route = createFileRoute('/proof')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../features/proof/ProofScreen.tsx'), 'ProofScreen'),
});
