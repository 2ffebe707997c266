import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';

export const Route = createFileRoute('/rebateRanking/')({
  staticData: { chrome: 'back' },
  component: screen(() => import('../../features/invite/RankingScreen.tsx'), 'RankingScreen'),
});
