import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

export const Route = createFileRoute('/funds/tradingHistoryDetail')({
  staticData: { chrome: 'back', tab: 'funds' },
  validateSearch: texts('id', 'kind'),
  component: screen(() => import('../../features/funds/TradingHistoryDetailScreen.tsx'), 'TradingHistoryDetailScreen'),
});
