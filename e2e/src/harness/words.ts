import en from '../../../apps/web/src/locales/en/index.ts';
import zhCN from '../../../apps/web/src/locales/zh-CN/index.ts';

/** The texts of the app, so that a run looks for what the app says. */
export { en, zhCN };

/** A sentence with its values in place. */
export const say = (text: string, values: Record<string, string> = {}) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** A sentence whatever its values are. */
export const like = (text: string) =>
  new RegExp(
    text
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+?'),
  );
