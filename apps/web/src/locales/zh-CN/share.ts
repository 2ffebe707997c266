import type { Words } from '../en/index.ts';

export const share: Words['share'] = {
  title: '分享',
  nothing: '没有可分享的持仓',
  nothingText: '打开当前或历史持仓，在其中选择“分享”。',
  withAmounts: '显示金额',
  withAmountsWhy: '金额和数量。关闭时只显示百分比和价格。',
  hiddenElsewhere: '您在应用中隐藏了金额，但这张图会显示。',
  share: '分享图片',
  download: '保存',
  copy: '复制',
  saved: '图片已保存',
  failed: '无法生成图片',
  invite: '查看该市场',
  note: '二维码指向该市场，而不是您的账户。过往表现不代表未来。',
};
