import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

export const Route = createFileRoute('/funds/symbol_preview')({
  staticData: { chrome: 'back', tab: 'trade' },
  validateSearch: texts('symbol'),
  component: screen(() => import('../../features/trade/instrument/SymbolPreviewScreen.tsx'), 'SymbolPreviewScreen', 'trade'),
});
