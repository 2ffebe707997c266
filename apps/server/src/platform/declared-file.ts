import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** Everything that is wrong with a file of settings, in one message. `help`: the document that says what the file may say. */
export class FileProblems extends Error {
  override name = 'FileProblems';
  readonly help: string;
  constructor(file: string, problems: readonly string[], help: string) {
    super(`${file} has ${problems.length} problem${problems.length === 1 ? '' : 's'}:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.help = help;
  }
}

/** The JSON in a file. Throws `FileProblems`. */
export function readJson(file: string, help: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new FileProblems(file, [`the file cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`], help);
  }
}

const place = ({ path, message }: z.core.$ZodIssue) => `${path.join('.') || 'the file'}: ${message}`;

/** `data` of a file as its schema understands it. Throws one `FileProblems` with every problem. */
export function fitting<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  { file, help, say = place }: { file: string; help: string; say?: (issue: z.core.$ZodIssue) => string },
): z.output<Schema> {
  const read = schema.safeParse(data);
  if (!read.success) throw new FileProblems(file, read.error.issues.map(say), help);
  return read.data;
}
