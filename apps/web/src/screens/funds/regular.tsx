import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../../shell/screen.ts';
import { texts } from '../../shell/search.ts';

/** `product`: one that is offered; `id`: an own holding. */
export const Route = createFileRoute('/funds/regular')({
  staticData: { chrome: 'back', tab: 'funds' },
  validateSearch: texts('product', 'id'),
  component: screen(() => import('../../features/earn/EarnScreen.tsx'), 'EarnScreen'),
});
