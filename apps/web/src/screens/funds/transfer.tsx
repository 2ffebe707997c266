import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

export const Route = createFileRoute('/funds/transfer')({
  staticData: { chrome: 'back', tab: 'funds' },
  validateSearch: texts('from', 'to', 'asset'),
  component: screen(() => import('../../features/funds/TransferScreen.tsx'), 'TransferScreen'),
});
