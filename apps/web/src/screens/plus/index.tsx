import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/plus/')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/membership/PlusScreen.tsx'), 'PlusScreen'),
});
