// Runs before the first paint, so that the theme does not flash.
(() => {
  let theme = '';
  try {
    theme = localStorage.getItem('console.theme') || '';
  } catch {}
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
})();
