/** What the operator publishes, taken over after the first paint: the product's name and logo, and the settings of whoever has chosen none. */
import { matchLanguage } from '@bourse/words/languages';
import { type CallOutput, type Direction, type Preferences, preferences, readOnce } from '../data/index.ts';
import { offered } from '../i18n/index.ts';
import type { router as Router } from '../router.ts';
import { followHeading } from './title.ts';

type BaseInfo = CallOutput<'GET system/base-info/get'>;
const readAgainMs = 5 * 60_000;

const directions: Record<BaseInfo['defaults']['upDownColor'], Direction> = { upGreen: 'green-up', upRed: 'red-up' };
const codes = offered.map(({ code }) => code);

/** Settings that the customer has chosen stay. A browser that asks for an offered language gets it, whatever is published. */
export function adopt({ language, upDownColor, chartInterval, timeZone }: BaseInfo['defaults']): void {
  const asked = navigator.languages.some((wish) => matchLanguage(wish, codes) !== undefined);
  const theirs: Partial<Preferences> = {
    language: asked ? null : language,
    direction: directions[upDownColor],
    interval: chartInterval,
    timeZone,
  };
  const now = preferences.getState();
  const changed = Object.entries(theirs).filter(([name, value]) => !now.chosen.includes(name) && now[name as keyof Preferences] !== value);
  if (changed.length > 0) preferences.setState(Object.fromEntries(changed));
}

function paintLogo(logo: string): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel~="icon"], link[rel="apple-touch-icon"]'))
    if (link.getAttribute('href') !== logo) {
      link.removeAttribute('type');
      link.href = logo;
    }
}

/** The page's title says what the screen shows, and carries the product's name. Each screen looks whether the operator published something new. */
export function followBaseInfo(router: Pick<typeof Router, 'subscribe'>): void {
  let name = document.title || 'Bourse';
  const paint = () => followHeading(() => name);
  const learn = () =>
    readOnce('GET system/base-info/get', {}, readAgainMs)
      .then(({ APP_BASE_NAME, APP_BASE_LOGO, defaults }) => {
        name = APP_BASE_NAME || name;
        paint();
        paintLogo(APP_BASE_LOGO);
        adopt(defaults);
      })
      .catch(() => undefined);
  void learn();
  router.subscribe('onResolved', () => {
    paint();
    void learn();
  });
}
