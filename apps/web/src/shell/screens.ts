import { useMemo } from 'react';
import { useMenuVisible } from '../data/index.ts';
import { useT } from '../i18n/index.ts';
import { namedScreens } from './named-screens.ts';

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
