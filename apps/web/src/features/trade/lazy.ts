import { type ComponentType, lazy } from 'react';
import { wordsOf } from '../../i18n/index.ts';

/** A part of the desk that comes when it is needed, with the words of leverage beside it. */
export const lazyWithWords = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() => Promise.all([load(), wordsOf('leverage')]).then(([part]) => ({ default: part })));
