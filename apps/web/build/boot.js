// Runs before the first paint: theme, direction of prices, language and its direction of writing, so that nothing flashes. Keep it tiny.
(() => {
  const page = document.documentElement;
  const files = __LANGUAGE_FILES__;
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
  if (files[language]) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = files[language];
    document.head.append(link);
  }
  if (matchMedia('(display-mode: standalone)').matches) page.dataset.installed = '';
})();
