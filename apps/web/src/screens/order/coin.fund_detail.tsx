import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

export const Route = createFileRoute('/order/coin/fund_detail')({
  staticData: { chrome: 'back', tab: 'trade' },
  validateSearch: texts('id'),
  component: screen(() => import('../../features/funds/FundDetailScreen.tsx'), 'FundDetailScreen'),
});
