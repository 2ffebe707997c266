/**
 * The screens a visit begins with. Only these are in the first file; the table of all others is fetched right after the first paint, or when an
 * address asks for it (`router.ts`), so a new screen does not make the first page heavier.
 */

import type { AnyRoute } from '@tanstack/react-router';
import type { FileRouteTypes } from './routeTree.gen.ts';
import { Route as root } from './screens/__root.tsx';
import { Route as boot } from './screens/bootPage.tsx';
import { Route as chart } from './screens/chart.tsx';
import { Route as funds } from './screens/funds/index.tsx';
import { Route as home } from './screens/home.tsx';
import { Route as first } from './screens/index.tsx';
import { Route as login } from './screens/login.tsx';
import { Route as market } from './screens/market.tsx';
import { Route as order } from './screens/order/index.tsx';
import { Route as landing } from './screens/pc_home.tsx';

const front: { readonly [Id in FileRouteTypes['id']]?: AnyRoute } = {
  '/': first,
  '/bootPage': boot,
  '/chart': chart,
  '/funds/': funds,
  '/home': home,
  '/login': login,
  '/market': market,
  '/order/': order,
  '/pc_home': landing,
};

for (const [id, route] of Object.entries(front)) route.update({ id, path: id, getParentRoute: () => root } as never);

export const frontTree = root.addChildren(Object.values(front));
