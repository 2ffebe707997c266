import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

export const Route = createFileRoute('/funds/stock_history')({
  staticData: { chrome: 'back', tab: 'funds' },
  validateSearch: texts('view', 'symbol'),
  component: screen(() => import('../../features/history/HistoryScreen.tsx'), 'StockHistoryScreen', 'rest', 'orders'),
});
