import { createRootRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Crashed } from '../shell/Failures.tsx';
import { Shell } from '../shell/Shell.tsx';

export const Route = createRootRoute({
  component: Shell,
  errorComponent: Crashed,
  notFoundComponent: lazyRouteComponent(() => import('../shell/NotFound.tsx'), 'NotFound'),
});
