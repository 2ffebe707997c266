// Runs before the first paint: theme, direction of prices, language and its direction of writing, so that nothing flashes; and sends for the words
// and the first screen, which the program would only ask for once it runs. The build writes it into the page. Keep it tiny.
(() => {
  const page = document.documentElement;
  const files = __LANGUAGE_FILES__;
  const screens = __SCREEN_FILES__;
  let device = {};
  let theme = '';
  try {
    theme = localStorage.getItem('theme') || '';
    device = JSON.parse(localStorage.getItem('bourse.device') || '{}').state || {};
  } catch {}
  if (theme === 'light' || theme === 'dark') page.dataset.theme = theme;
  page.dataset.direction = device.direction || 'green-up';
  const asked = new URLSearchParams(location.search).get('lang') || device.language;
  const match = __MATCH_LANGUAGE__;
  const isRtl = __IS_RTL__;
  const offered = Object.keys(files);
  const wishes = [asked, ...(navigator.languages || [])].filter(Boolean);
  const language = wishes.map((wish) => match(wish, offered)).find(Boolean) || '__DEFAULT_LANGUAGE__';
  page.lang = language;
  page.dir = isRtl(language) ? 'rtl' : 'ltr';
  // The first page as `page-for.ts` decides it; who is signed in has been welcomed.
  const first = device.welcomed ? '/home' : innerWidth >= 640 ? '/pc_home' : '/bootPage';
  const words = (files[language] || []).slice(0, /^\/(?:order|chart)$/.test(location.pathname) ? 2 : 1);
  for (const file of [...words, ...(screens[location.pathname === '/' ? first : location.pathname] || [])]) {
    const link = document.createElement('link');
    const sheet = file.endsWith('.css');
    link.rel = sheet ? 'preload' : 'modulepreload';
    if (sheet) link.as = 'style';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
  // A program that cannot be loaded says so, instead of showing grey bars for ever.
  const fail = (event) => {
    const place = document.querySelector('.boot-page');
    if (!place || (event.type === 'error' && event.target.tagName !== 'SCRIPT')) return;
    const words = __FAILED_WORDS__;
    const [why, again] = words[page.lang] || words.en;
    const text = document.createElement('p');
    const link = document.createElement('a');
    text.textContent = why;
    link.textContent = again;
    link.href = location.href;
    place.replaceChildren(text, link);
    place.className = 'boot-failed';
    place.parentElement.removeAttribute('aria-hidden');
  };
  addEventListener('error', fail, true);
  addEventListener('unhandledrejection', fail);
  if (matchMedia('(display-mode: standalone)').matches) page.dataset.installed = '';
})();
