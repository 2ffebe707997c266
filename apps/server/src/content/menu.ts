import type { Handler } from '../calls/handlers.ts';
import type { Database } from '../platform/database.ts';
import { nearestLanguage } from './language.ts';

interface MenuRow {
  path: string;
  name_en: string;
  name_zh_cn: string;
  visible: boolean;
}

export const readMenu = (database: Database) =>
  database.query<MenuRow>('SELECT path, name_en, name_zh_cn, visible FROM menu_item ORDER BY position, path');

export const menuList =
  (menu: () => Promise<MenuRow[]>): Handler<'GET system/menu/list'> =>
  async (_input, { language }) => {
    const chinese = nearestLanguage(language) === 'zh-CN';
    return (await menu()).map((row) => ({ path: row.path, name: chinese ? row.name_zh_cn : row.name_en, visible: row.visible ? 1 : 0 }));
  };
