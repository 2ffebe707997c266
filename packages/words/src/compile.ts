import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Compiled } from './speak.ts';

/** Most sentences are one text: shipped as that. */
const plain = (message: Compiled): Compiled =>
  typeof message !== 'string' && message.every((token) => typeof token === 'string' && token !== '#') ? message.join('') : message;

/** ICU MessageFormat 1 to tokens. Throws where a text cannot be read. */
export const compile = (text: string): Compiled => plain(compileMessageOrThrow(text) as readonly unknown[] as Compiled);
