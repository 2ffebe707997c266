import '@bourse/ui/tokens.css';
import '@bourse/ui/base.css';
import './boot.css';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { begin } from './begin.ts';
import { learnAllScreens, router } from './router.ts';

const [ready, whenPainted] = begin(router, learnAllScreens);
void ready.then(() => {
  createRoot(document.getElementById('root')!).render(<RouterProvider router={router} />);
  whenPainted();
});
