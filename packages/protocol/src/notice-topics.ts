/** What a notice is about. The first word of its kind says it; kinds that are not listed are about trading. */
export const noticeTopics = ['trading', 'money', 'account', 'news'] as const;
export type NoticeTopic = (typeof noticeTopics)[number];
export const topicKinds: Readonly<Record<Exclude<NoticeTopic, 'trading'>, readonly string[]>> = {
  money: ['deposit', 'withdrawal'],
  account: ['account', 'case', 'identity', 'security', 'texts', 'vip', 'membership'],
  /** What operators tell many customers at once. */
  news: ['broadcast'],
};
const firstWordOf = (kind: string) => kind.split('.')[0] ?? kind;
export const topicOf = (kind: string): NoticeTopic => {
  const first = firstWordOf(kind);
  return noticeTopics.find((topic) => topic !== 'trading' && topicKinds[topic].includes(first)) ?? 'trading';
};

/** First words of the kinds that nobody can mute and that ignore quiet hours: security, withdrawals, and whatever threatens a position. */
export const urgentKinds = ['security', 'withdrawal', 'margin', 'liquidation', 'deleveraged'] as const;
export const isUrgent = (kind: string): boolean => (urgentKinds as readonly string[]).includes(firstWordOf(kind));

/** Quiet hours begin and end at these hours of the customer's day. */
export const quietHours = { from: 22, to: 8 } as const;
