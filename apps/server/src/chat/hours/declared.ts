import { chatPromises } from '@bourse/protocol/chat-limits';
import { offered } from '@bourse/words';
import { z } from 'zod';
import { days, isZone } from '../../market/catalogue/schema.ts';
import { FileProblems, fitting, readJson } from '../../platform/declared-file.ts';
import shippedFile from './desk.json';
import { DeskHours } from './hours.ts';

const help = 'docs/chat.md';
const longestPromiseMs = Math.max(...Object.values(chatPromises).flatMap(({ firstS, nextS }) => [firstS, nextS])) * 1_000;
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'write a local time from "00:00" to "24:00"');
const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
const stretches = z
  .array(z.tuple([timeOfDay, timeOfDay]))
  .max(6)
  .transform((list) => list.map(([from, to]) => [minutesOf(from), minutesOf(to)] as const))
  .refine(
    (list) => list.every(([from, to], at) => from < to && (list[at - 1]?.[1] ?? 0) <= from),
    'each stretch must end after it begins, in order',
  );

/** What a deployment declares: when people are at the desk, and in which languages they answer. */
const desk = z.strictObject({
  languages: z
    .array(z.string().refine((code) => offered.some((one) => one.code === code), 'name a language that the exchange offers'))
    .min(1),
  zone: z.string().refine(isZone, 'name a time zone, such as "Asia/Kuala_Lumpur"'),
  week: z.strictObject(
    Object.fromEntries(weekdays.map((name) => [name, stretches.optional()])) as Record<
      (typeof weekdays)[number],
      z.ZodOptional<typeof stretches>
    >,
  ),
  closed: z.array(days),
});

/** The hours of the file, or of the start set. A server that could not say when it answers does not start. */
export function readDesk(path: string | undefined, now: number): DeskHours {
  return path === undefined ? deskOf('the desk of the start set', shippedFile, now) : deskOf(path, readJson(path, help), now);
}

/** Throws one `FileProblems` with every problem. */
export function deskOf(file: string, said: unknown, now: number): DeskHours {
  const { week, ...rest } = fitting(desk, said, { file, help });
  const hours = new DeskHours({ ...rest, week: weekdays.map((day) => week[day] ?? []) });
  // The longest promise must end in the days that the calendar is looked through.
  if (hours.after(now, longestPromiseMs) === undefined)
    throw new FileProblems(file, ['week: nobody is at the desk in the next year'], help);
  return hours;
}
