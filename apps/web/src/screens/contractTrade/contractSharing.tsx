import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

export const Route = createFileRoute('/contractTrade/contractSharing')({
  staticData: { chrome: 'back', tab: 'trade' },
  validateSearch: texts('id', 'kind'),
  component: screen(() => import('../../features/share/SharingScreen.tsx'), 'SharingScreen'),
});
