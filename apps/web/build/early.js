// Runs in the page of the trading screens: what a visitor sees first is asked for beside the screen's script, which would ask a round trip later.
// `features/trade/early.ts` hands the answers over. The calls of customers carry a token and are left to the program.
(() => {
  try {
    if (localStorage.getItem('access_token')) return;
    const search = new URLSearchParams(location.search);
    const kept = JSON.parse(localStorage.getItem('bourse.device') || '{}').state || {};
    const symbol = search.get('symbol') || localStorage.getItem('trade.last') || 'BTC/USDT';
    const interval = search.get('interval') || kept.interval || '30';
    const language = document.documentElement.lang;
    const answers = {};
    const ask = (path, input) => {
      const url = `/api/app-api/${path}${input ? `?${new URLSearchParams(input)}` : ''}`;
      answers[url] = fetch(url, { headers: { language, userType: 'main' } });
      answers[url].catch(() => {});
    };
    ask('pay/symbol/instruments');
    ask('pay/symbol/get-currency', { symbol });
    ask('exchange/candlestick/stock-data', { symbol, interval, limit: 500 });
    window.bourseEarly = { language, answers };
  } catch {}
})();
