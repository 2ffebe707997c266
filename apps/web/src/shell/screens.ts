import { useMemo } from 'react';
import { useMenuVisible } from '../data/index.ts';
import { type Key, useT } from '../i18n/index.ts';

/** Every screen that can be opened without a subject: its address, its title, and what people usually call it. */
export const namedScreens = [
  ['/home', 'shell.home', 'screens.home'],
  ['/market', 'shell.markets', 'screens.market'],
  ['/order', 'shell.trade', 'screens.trade'],
  ['/search', 'market.searchTitle', 'screens.search'],
  ['/heatmap', 'market.heatmap', 'screens.heatmap'],
  ['/funds', 'shell.funds', 'screens.funds'],
  ['/funds/topUp', 'own.deposit', 'screens.deposit'],
  ['/funds/withdraw', 'own.withdraw', 'screens.withdraw'],
  ['/funds/top_up_order', 'moneyIn.ordersTitle', 'screens.movements'],
  ['/funds/transfer', 'own.transfer', 'screens.transfer'],
  ['/funds/order_history', 'funds.statement', 'screens.statement'],
  ['/funds/trading_record', 'funds.record', 'screens.record'],
  ['/funds/position_history', 'history.positionsTitle', 'screens.positions'],
  ['/funds/stock_history', 'history.stockTitle', 'screens.stocks'],
  ['/message', 'messages.title', 'screens.messages'],
  ['/service_list', 'chat.title', 'screens.service'],
  ['/mine/notifications', 'notifications.title', 'screens.notifications'],
  ['/alerts', 'alerts.title', 'screens.alerts'],
  ['/risk', 'risk.title', 'screens.risk'],
  ['/mine', 'shell.mine', 'screens.mine'],
  ['/mine/changeUserInfo', 'settings.mine', 'screens.profile'],
  ['/mine/bank', 'moneyOut.book', 'screens.book'],
  ['/mine/changePassword', 'account.changePasswordTitle', 'screens.password'],
  ['/mine/settings', 'settings.title', 'screens.settings'],
  ['/mine/protection', 'protection.title', 'screens.protection'],
  ['/mine/theme', 'settings.theme', 'screens.theme'],
  ['/mine/upDownColorConfig', 'settings.direction', 'screens.direction'],
  ['/mine/userLanguage', 'settings.language', 'screens.language'],
  ['/exchange_rate', 'settings.currency', 'screens.currency'],
  ['/timezoneselector', 'settings.timeZone', 'screens.timeZone'],
  ['/mine/evidence', 'evidence.mineTitle', 'screens.evidence'],
  ['/transparency', 'evidence.logsTitle', 'screens.transparency'],
  ['/proof', 'proof.title', 'screens.proof'],
  ['/price_days', 'settings.pricesTitle', 'screens.prices'],
  ['/changes', 'settings.changes', 'screens.changes'],
  ['/public/socketDebug', 'settings.connection', 'screens.connection'],
  ['/gallery', 'settings.gallery', 'screens.gallery'],
  ['/pc_home', 'welcome.title', 'screens.landing'],
  ['/login', 'common.signIn', 'screens.login'],
  ['/register', 'common.register', 'screens.register'],
  ['/forgot', 'account.forgotTitle', 'screens.forgot'],
] as const satisfies readonly (readonly [path: string, title: Key, words: Key])[];

export type NamedScreen = { to: string; title: string; words: string };
/** The screens that the menu does not hide. */
export function useScreens(): readonly NamedScreen[] {
  const t = useT();
  const visible = useMenuVisible();
  return useMemo(
    () =>
      namedScreens
        .filter(([to]) => visible(to))
        .map(([to, title, words]) => ({ to, title: t(title), words: `${t(title)} ${t(words)} ${to}` })),
    [t, visible],
  );
}
