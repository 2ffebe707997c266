import { type ComponentType, lazy } from 'react';
import { wordsOf } from '../../i18n/index.ts';

/** A part of the trading screen in its own chunk, with the words of leverage loaded in parallel. */
export const lazyWithWords = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() => Promise.all([load(), wordsOf('leverage')]).then(([part]) => ({ default: part })));
