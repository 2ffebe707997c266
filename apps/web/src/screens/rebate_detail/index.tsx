import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/rebate_detail/')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/invite/RebatesScreen.tsx'), 'RebatesScreen'),
});
