import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/mine/upgradeplan')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/membership/UpgradeScreen.tsx'), 'UpgradeScreen'),
});
