import type { CallOutput } from '@bourse/protocol/calls';
import { type FieldProblem, problemDetail, Refusal } from '@bourse/protocol/errors';
import { sayMaybe } from '@bourse/words';

interface Option {
  id: string;
  points: number;
  /** A customer who chooses this answer fails, whatever the other answers. */
  bars?: true;
}
interface Question {
  id: string;
  /** A question of fact with one right answer (2 points). */
  knowledge: boolean;
  options: readonly Option[];
}

/** Asked once before the first leveraged order: two questions about the customer, four about the risks to their money. */
const questions: readonly Question[] = [
  {
    id: 'experience',
    knowledge: false,
    options: [
      { id: 'never', points: 0 },
      { id: 'months', points: 1 },
      { id: 'years', points: 2 },
    ],
  },
  {
    id: 'money',
    knowledge: false,
    options: [
      { id: 'spare', points: 2 },
      { id: 'saved', points: 0 },
      { id: 'borrowed', points: 0, bars: true },
    ],
  },
  {
    id: 'leverage',
    knowledge: true,
    options: [
      { id: 'small', points: 0 },
      { id: 'quarter', points: 0 },
      { id: 'all', points: 2 },
    ],
  },
  {
    id: 'liquidation',
    knowledge: true,
    options: [
      { id: 'wait', points: 0 },
      { id: 'closed', points: 2 },
      { id: 'refund', points: 0 },
    ],
  },
  {
    id: 'full',
    knowledge: true,
    options: [
      { id: 'own', points: 0 },
      { id: 'wallet', points: 2 },
      { id: 'nothing', points: 0 },
    ],
  },
  {
    id: 'timed',
    knowledge: true,
    options: [
      { id: 'win', points: 0 },
      { id: 'even', points: 0 },
      { id: 'lose', points: 2 },
    ],
  },
];

export const questionsIn = (language: string): CallOutput<'GET system/protection/questions'> =>
  questions.map(({ id, options }) => ({
    id,
    text: sayMaybe(language, `suitability.question.${id}`) ?? id,
    options: options.map((option) => ({ id: option.id, text: sayMaybe(language, `suitability.${id}.${option.id}`) ?? option.id })),
  }));

/** Points needed, of twelve; and right answers needed, of the four questions of fact. */
const enough = { points: 8, right: 3 };

/** Whether the answers show that the customer understands the risks. Every question must be answered once; otherwise it is a bad request. */
export function passes(answers: readonly { id: string; option: string }[]): boolean {
  const given = new Map(answers.map(({ id, option: chosen }) => [id, chosen]));
  if (given.size !== answers.length) throw unfit('answerOnce');
  let points = 0;
  let right = 0;
  let barred = false;
  for (const question of questions) {
    const chosen = question.options.find(({ id }) => id === given.get(question.id));
    if (!chosen) throw unfit({ problem: 'answerUnknown', question: question.id });
    points += chosen.points;
    if (question.knowledge && chosen.points > 0) right += 1;
    barred ||= chosen.bars === true;
    given.delete(question.id);
  }
  if (given.size > 0) throw unfit({ problem: 'questionUnknown', question: String([...given.keys()][0]).slice(0, 32) });
  return !barred && points >= enough.points && right >= enough.right;
}

const unfit = (problem: FieldProblem) => new Refusal('badRequest', { field: 'answers', ...problemDetail(problem) });
