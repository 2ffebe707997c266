// Runs before the first paint: theme, direction of prices, language and its direction of writing, so that nothing flashes; and sends for the words
// and the first screen, which the program would only ask for once it runs. Keep it tiny.
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
  const offered = Object.keys(files);
  const wanted = [asked, ...(navigator.languages || [])].filter(Boolean);
  let language = 'zh-CN';
  for (const tag of wanted) {
    const hit =
      offered.find((name) => name === tag) ||
      (/^zh\b/i.test(tag) && offered.find((name) => name === (/hant|tw|hk|mo/i.test(tag) ? 'zh-TW' : 'zh-CN'))) ||
      offered.find((name) => name === tag.split('-')[0]);
    if (hit) {
      language = hit;
      break;
    }
  }
  page.lang = language;
  page.dir = /^(?:he|ar|fa|ku)\b/.test(language) ? 'rtl' : 'ltr';
  // The first page as `page-for.ts` decides it; who is signed in has been welcomed.
  const first = device.welcomed ? '/home' : innerWidth >= 640 ? '/pc_home' : '/bootPage';
  for (const file of [files[language], ...(screens[location.pathname === '/' ? first : location.pathname] || [])]) {
    if (!file) continue;
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
    const chinese = page.lang.startsWith('zh');
    const text = document.createElement('p');
    const link = document.createElement('a');
    text.textContent = chinese
      ? '页面未能加载。您的资产与委托不受影响。'
      : 'The page could not be loaded. Your money and orders are untouched.';
    link.textContent = chinese ? '重新加载' : 'Load again';
    link.href = location.href;
    place.replaceChildren(text, link);
    place.className = 'boot-failed';
    place.parentElement.removeAttribute('aria-hidden');
  };
  addEventListener('error', fail, true);
  addEventListener('unhandledrejection', fail);
  if (matchMedia('(display-mode: standalone)').matches) page.dataset.installed = '';
})();
