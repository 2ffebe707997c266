import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

export const Route = createFileRoute('/funds/trading_record')({
  staticData: { chrome: 'back', tab: 'funds' },
  validateSearch: texts('symbol', 'kind', 'product'),
  component: screen(() => import('../../features/funds/TradingRecordScreen.tsx'), 'TradingRecordScreen'),
});
