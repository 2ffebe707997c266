import { compileMessage } from '@lingui/message-utils/compileMessage';
import { type Compiled, speak, type Values } from '../../../apps/web/src/i18n/interpret.ts';
import en, { type Words } from '../../../apps/web/src/locales/en/index.ts';
import zhCN from '../../../apps/web/src/locales/zh-CN/index.ts';

/** The texts of the app, so that a run looks for what the app says. */
export { en, type Words, zhCN };

/** A sentence with its values in place. */
export const say = (text: string, values: Record<string, string> = {}) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** A sentence as the app says it, with its plurals and choices. */
export const spoken = (text: string, values: Values, locale = 'en') => speak(compileMessage(text) as Compiled, values, locale);

/** A sentence whatever its values are. */
export const like = (text: string) =>
  new RegExp(
    text
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+?'),
  );
