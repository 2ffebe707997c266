import type { Words } from '../en/index.ts';

export const welcome: Words['welcome'] = {
  title: '无法作弊的交易所。',
  text: '这里没有人能设定价格、成交或结果。每次结算都附带一张您可以自己重新计算的凭证。',
  receipt: '每笔成交都有凭证',
  receiptText: '输入、规则、算式和哈希，在您自己的浏览器中重新计算。',
  sources: '价格注明来源',
  sourcesText: '每个价格都说明来自哪里、是多久之前的。',
  ledger: '账本分毫不差',
  ledgerText: '您的余额包含在公布的总额中，您可以核对自己的那一行。',
  demo: '试用模拟账户',
  demoNote: '10 万模拟 USDT，一键进入，无需填表。',
  look: '先随便看看',
  proxyTitle: '本次访问的语言',
  proxyText: '用所选语言打开应用。链接也可以指定语言：/proxy?language=en。',
  proxyGo: '继续',
};
