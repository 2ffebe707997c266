import { createFileRoute } from '@tanstack/react-router';
import { screen } from '../shell/screen.ts';
import { texts } from '../shell/search.ts';

export const Route = createFileRoute('/proxy')({
  staticData: { chrome: 'bare' },
  validateSearch: texts('language', 'to'),
  component: screen(() => import('../features/welcome/ProxyScreen.tsx'), 'ProxyScreen'),
});
