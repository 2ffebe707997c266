import { IconCandles, IconFunds, IconHome, IconMarket } from '@bourse/ui/icons.tsx';
import type { Key } from '../i18n/index.ts';

export type TabName = 'home' | 'market' | 'trade' | 'funds';
export const tabs = [
  { name: 'home', to: '/home', label: 'shell.home', Icon: IconHome },
  { name: 'market', to: '/market', label: 'shell.market', Icon: IconMarket },
  { name: 'trade', to: '/order', label: 'shell.trade', Icon: IconCandles },
  { name: 'funds', to: '/funds', label: 'shell.funds', Icon: IconFunds },
] as const satisfies readonly { name: TabName; to: string; label: Key; Icon: unknown }[];

/**
 * What the shell draws around a screen. `tabs`: bottom tabs and top bar. `back`: the top bar on a wide screen, the screen's own head on a
 * phone. `bare`: nothing; the screen has its own `main`.
 */
export type Chrome = 'tabs' | 'back' | 'bare';
declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    chrome?: Chrome;
    tab?: TabName;
    /** Uses the whole width of a wide screen, such as the terminal. */
    wide?: boolean;
  }
}
