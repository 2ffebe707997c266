import type { NoticeKind as OrderNotice } from '../../trading/notices.ts';
import type { TextLanguage } from '../language.ts';

/** Notices that are stored and pushed, by kind. `{name}` marks a value of the notice's params. */
const en = {
  'order.filled': 'Your limit order {no} is filled.',
  'order.limitContractCompleted': 'Your limit contract order {no} is completed.',
  'position.forcedLiquidation': 'Forced liquidation completed.',
  'position.isolatedForcedLiquidation': 'Forced liquidation of the isolated position completed, order {no}.',
  'order.takeProfitAndStopLoss': 'Take-profit and stop-loss were set.',
  'order.takeProfit': 'Take-profit of order {no} succeeded.',
  'order.stopLoss': 'Stop-loss of order {no} succeeded.',
  'copy.completed': 'Copy trade completed.',
  'lead.closed': 'Lead trade closed.',
  'deposit.credited': 'Deposit credited: {operateBalance} {coinName}. Wallet balance {availableBalance}.',
  'deposit.rejected': 'Deposit review failed, click the message for details.',
  'withdrawal.credited': 'Withdrawal credited: {operateBalance} {coinName}. Current balance {availableBalance}.',
  'withdrawal.rejected': 'Withdrawal review failed: {remark}',
  'identity.rejected': 'Your identity check was not passed: {remark}',
  'vip.approved': 'Your VIP application was approved.',
  'vip.failed': 'Your VIP application was not approved.',
  'account.restricted': 'Trading on your account is restricted. Please contact customer service.',
} as const satisfies Record<OrderNotice, string> & Record<string, string>;
export type NoticeKind = keyof typeof en;

const zhCN: Record<NoticeKind, string> = {
  'order.filled': '您的限价委托 {no} 已成交。',
  'order.limitContractCompleted': '您的合约限价委托 {no} 已完成。',
  'position.forcedLiquidation': '强制平仓已完成。',
  'position.isolatedForcedLiquidation': '逐仓强制平仓已完成,委托号 {no}。',
  'order.takeProfitAndStopLoss': '止盈止损设置成功。',
  'order.takeProfit': '委托 {no} 止盈成功。',
  'order.stopLoss': '委托 {no} 止损成功。',
  'copy.completed': '跟单已完成。',
  'lead.closed': '带单已平仓。',
  'deposit.credited': '充值到账:{operateBalance} {coinName},钱包余额 {availableBalance}。',
  'deposit.rejected': '充值审核未通过,点击消息查看详情。',
  'withdrawal.credited': '提现到账:{operateBalance} {coinName},当前余额 {availableBalance}。',
  'withdrawal.rejected': '提现审核未通过:{remark}',
  'identity.rejected': '实名认证未通过:{remark}',
  'vip.approved': '您的 VIP 申请已通过。',
  'vip.failed': '您的 VIP 申请未通过。',
  'account.restricted': '您的账户交易受限,请联系客服。',
};

export const noticeTexts: Record<TextLanguage, Record<NoticeKind, string>> = { en, 'zh-CN': zhCN };
