import type { CallOutput } from '@bourse/protocol/calls';
import { Refusal } from '@bourse/protocol/errors';
import type { TextLanguage } from '../content/language.ts';

type Words = Record<TextLanguage, string>;
interface Option {
  id: string;
  text: Words;
  points: number;
  /** Whoever chooses this is not let in, whatever else they know. */
  bars?: true;
}
interface Question {
  id: string;
  text: Words;
  /** About a fact, with one right answer (2 points). */
  knowledge: boolean;
  options: readonly Option[];
}

const option = (id: string, points: number, en: string, zh: string): Option => ({ id, points, text: { en, 'zh-CN': zh } });

/** Asked once before the first leveraged order. Six questions that can be answered wrong: two about the person, four about what may happen to their money. */
const questions: readonly Question[] = [
  {
    id: 'experience',
    knowledge: false,
    text: { en: 'How long have you traded with leverage, anywhere?', 'zh-CN': '您在任何平台进行杠杆交易有多久了？' },
    options: [
      option('never', 0, 'Never', '从未'),
      option('months', 1, 'Less than a year', '不到一年'),
      option('years', 2, 'A year or longer', '一年或以上'),
    ],
  },
  {
    id: 'money',
    knowledge: false,
    text: { en: 'What money would you use here?', 'zh-CN': '您将使用什么资金？' },
    options: [
      option('spare', 2, 'Money I can lose without my life changing, or demo money', '即使亏光也不影响生活的资金，或模拟资金'),
      option('saved', 0, 'Savings that I mean to use for something else', '另有用途的积蓄'),
      { ...option('borrowed', 0, 'Borrowed money, or money for rent, food or debts', '借来的钱，或用于房租、饮食、还债的钱'), bars: true },
    ],
  },
  {
    id: 'leverage',
    knowledge: true,
    text: {
      en: 'You open a long position at 20× leverage and the price falls by 5 %. About how much of the margin is lost?',
      'zh-CN': '您以20倍杠杆开多，价格下跌5%。保证金大约损失多少？',
    },
    options: [
      option('small', 0, 'About 5 %', '约5%'),
      option('quarter', 0, 'About 25 %', '约25%'),
      option('all', 2, 'About all of it', '几乎全部'),
    ],
  },
  {
    id: 'liquidation',
    knowledge: true,
    text: {
      en: 'The price moves against you and your margin reaches the maintenance level. What happens?',
      'zh-CN': '价格向不利方向变动，保证金降至维持水平时会怎样？',
    },
    options: [
      option('wait', 0, 'Nothing: I can wait until the price comes back', '什么都不会发生，可以等价格回来'),
      option(
        'closed',
        2,
        'The position is reduced or closed without asking me, and the margin can be gone',
        '仓位会被强制减仓或平仓，无需征求我的同意，保证金可能全部损失',
      ),
      option('refund', 0, 'The position is closed and I get my margin back', '仓位被平掉，保证金全额退还'),
    ],
  },
  {
    id: 'full',
    knowledge: true,
    text: { en: 'A position in full (cross) margin mode loses. What can it use up?', 'zh-CN': '全仓模式下的仓位亏损时，可能耗尽什么？' },
    options: [
      option('own', 0, 'Only the margin of that position', '仅该仓位的保证金'),
      option('wallet', 2, 'Everything in the contract wallet', '合约钱包中的全部资金'),
      option('nothing', 0, 'Nothing before I close it', '平仓前不会有任何损失'),
    ],
  },
  {
    id: 'timed',
    knowledge: true,
    text: {
      en: 'A timed contract pays 80 % when you are right and takes the whole stake when you are wrong. The other side is the house. If you are right half of the time, what do you expect over many trades?',
      'zh-CN': '限时合约判断正确盈利80%，判断错误损失全部本金，对手方是平台。若您的正确率为一半，长期结果会怎样？',
    },
    options: [option('win', 0, 'To win', '盈利'), option('even', 0, 'To come out even', '不赚不赔'), option('lose', 2, 'To lose', '亏损')],
  },
];

export const questionsIn = (language: TextLanguage): CallOutput<'GET system/protection/questions'> =>
  questions.map(({ id, text, options }) => ({
    id,
    text: text[language],
    options: options.map((one) => ({ id: one.id, text: one.text[language] })),
  }));

/** Points needed of twelve, and right answers needed of the four about facts. */
const enough = { points: 8, right: 3 };

/** Whether the answers show that somebody knows what they are about to do. Every question is answered once, or it is a bad request. */
export function passes(answers: readonly { id: string; option: string }[]): boolean {
  const given = new Map(answers.map(({ id, option: chosen }) => [id, chosen]));
  if (given.size !== answers.length) throw unfit('every question is answered once');
  let points = 0;
  let right = 0;
  let barred = false;
  for (const question of questions) {
    const chosen = question.options.find(({ id }) => id === given.get(question.id));
    if (!chosen) throw unfit(`${question.id} needs one of its options`);
    points += chosen.points;
    if (question.knowledge && chosen.points > 0) right += 1;
    barred ||= chosen.bars === true;
    given.delete(question.id);
  }
  if (given.size > 0) throw unfit(`${[...given.keys()][0]} is not asked`);
  return !barred && points >= enough.points && right >= enough.right;
}

const unfit = (problem: string) => new Refusal('badRequest', { field: 'answers', problem });
