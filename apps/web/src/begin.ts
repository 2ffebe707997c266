/** What happens before the first screen and right after it. */

import { cache, refreshOnReturn } from './data/answers.ts';
import { followOtherSessions } from './data/api.ts';
import { takeLink } from './data/link.ts';
import { startMarket, tellLanguage } from './data/live.ts';
import { followOtherTabs, paintPreferences, preferences } from './data/preferences.ts';
import { activeLanguage, allWords, chooseLanguage, startLanguage, switchLanguage } from './i18n/index.ts';
import type { learnAllScreens as LearnAllScreens, router as Router } from './router.ts';

/** The language of this visit: the address, the choice on this device, the browser, zh-CN. */
const visitLanguage = () =>
  chooseLanguage([
    new URLSearchParams(location.search).get('lang'),
    sessionStorage.getItem('visit_language'),
    preferences.getState().language,
    ...navigator.languages,
  ]);

const ignore = () => undefined;
/** The shell for next time, fetched when this page has all it needs. */
function keepOffline() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => void navigator.serviceWorker.register('/v8/sw.js', { scope: '/' }).catch(ignore);
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

export function begin(router: typeof Router, learnAllScreens: typeof LearnAllScreens): [ready: Promise<void>, whenPainted: () => void] {
  const address = takeLink(location.href);
  if (address !== location.pathname + location.search + location.hash) history.replaceState(history.state, '', address);
  paintPreferences();
  followOtherTabs();
  followOtherSessions();
  refreshOnReturn();
  const asked = new URLSearchParams(location.search).get('lang');
  if (asked) sessionStorage.setItem('visit_language', asked);
  const ready = Promise.all([startLanguage(visitLanguage()), router.load()]).then(() => undefined);
  let language = preferences.getState().language;
  preferences.subscribe((state) => {
    if (state.language === language) return;
    language = state.language;
    sessionStorage.removeItem('visit_language');
    const next = chooseLanguage([state.language, ...navigator.languages]);
    if (next === activeLanguage()) return;
    void switchLanguage(next).then(() => {
      tellLanguage();
      // The server's own sentences come in the new language.
      void cache.invalidate();
    });
  });
  const whenPainted = () => {
    void import('./shell/base-info.ts').then(({ followBaseInfo }) => followBaseInfo(router), ignore);
    void startMarket();
    void allWords();
    learnAllScreens().catch(ignore);
    keepOffline();
  };
  return [ready, whenPainted];
}
