import { sayMaybe } from '@bourse/words';
import type { Handler } from '../calls/handlers.ts';
import type { Database } from '../platform/database.ts';

interface MenuRow {
  path: string;
  visible: boolean;
}

export const readMenu = (database: Database) => database.query<MenuRow>('SELECT path, visible FROM menu_item ORDER BY position, path');

export const menuList =
  (menu: () => Promise<MenuRow[]>): Handler<'GET system/menu/list'> =>
  async (_input, { language }) =>
    (await menu()).map(({ path, visible }) => ({ path, name: sayMaybe(language, `menu.${path}`) ?? path, visible: visible ? 1 : 0 }));
