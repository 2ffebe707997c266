import type { OrderReason } from '@bourse/engine';
import type { TextLanguage } from '../language.ts';

/** Why an order is in the state it is in. */
export const orderReasonTexts: Record<TextLanguage, Record<OrderReason, string>> = {
  en: {
    placed: 'Placed',
    triggered: 'Triggered',
    filled: 'Filled',
    amended: 'Amended',
    cancelledByCustomer: 'Cancelled by you',
    cancelledByDeadMansSwitch: 'Cancelled because your program stopped reporting',
    selfTrade: 'Cancelled: it would have traded with your own order',
    immediateRemainder: 'The part that could not trade at once was cancelled',
    marketExhausted: 'The rest was cancelled: nothing more to trade against',
    bandReached: 'The rest was cancelled: the price band was reached',
    instrumentClosed: 'Cancelled: trading in the instrument ended',
    triggerRejected: 'Rejected when triggered',
  },
  'zh-CN': {
    placed: '已提交',
    triggered: '已触发',
    filled: '已成交',
    amended: '已修改',
    cancelledByCustomer: '已由您撤销',
    cancelledByDeadMansSwitch: '程序停止上报,已自动撤销',
    selfTrade: '将与您自己的委托成交,已撤销',
    immediateRemainder: '未能立即成交的部分已撤销',
    marketExhausted: '无更多对手盘,剩余部分已撤销',
    bandReached: '触及价格区间,剩余部分已撤销',
    instrumentClosed: '该品种交易已结束,委托已撤销',
    triggerRejected: '触发时被拒绝',
  },
};
