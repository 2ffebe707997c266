import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/mine/evidence')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/evidence/EvidenceScreen.tsx'), 'EvidenceScreen'),
});
