import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { verifierText } from '@bourse/transparency';
import { type BadFile, type CheckedFile, checkFile, maxFileBytes, readFile } from '../file.ts';
import { keysOf } from '../head.ts';
import type { Verdict } from '../steps.ts';
import { stepText, summaryOf, titleOf, underHead } from '../tell.ts';
import { languageOf, speaker } from '../words.ts';

/** bourse-verify FILE [--key KEY]…: exit status 0 agrees, 1 differs, 2 could not be checked. */

const say = speaker(
  languageOf(
    [process.env['LC_ALL'], process.env['LC_MESSAGES'], process.env['LANG']].flatMap((tag) => (tag ? [tag.replace('_', '-')] : [])),
  ),
);
const status: Record<Verdict, number> = { agrees: 0, differs: 1, unchecked: 2 };
const marks: Record<Verdict, string> = { agrees: '✓', differs: '✗', unchecked: '?' };

const leave = (text: string): number => {
  console.error(text);
  return status.unchecked;
};

function readText(path: string): string | BadFile | undefined {
  try {
    return statSync(path).size > maxFileBytes ? 'tooLarge' : readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function tell(found: CheckedFile): void {
  console.log(say(found.ownKeys ? 'verifierOwnKeys' : 'verifierGivenKeys'));
  for (const key of found.keys) console.log(`  ${verifierText(key)}`);
  for (const item of found.items) {
    const under = underHead(item, say);
    console.log(`${marks[item.verdict]} ${titleOf(item, say)}${under === undefined ? '' : ` · ${under}`}`);
    // What agrees needs no line, except for what was taken from the document.
    for (const step of item.steps)
      if (step.verdict !== 'agrees' || step.name === 'stated') console.log(`    ${marks[step.verdict]} ${stepText(step, say)}`);
  }
  console.log(summaryOf(found, say));
}

function main(): number {
  let parsed: ReturnType<typeof read>;
  const read = () =>
    parseArgs({ allowPositionals: true, options: { key: { type: 'string', multiple: true }, help: { type: 'boolean', short: 'h' } } });
  const usage = 'bourse-verify FILE [--key KEY]…';
  try {
    parsed = read();
  } catch (error) {
    return leave(`${(error as Error).message}\n${usage}`);
  }
  const [path, ...more] = parsed.positionals;
  if (path === undefined || more.length > 0 || parsed.values.help) return leave(usage);
  const given = parsed.values.key ?? [];
  const bad = given.find((key) => keysOf([key]).length === 0);
  if (bad !== undefined) return leave(say('verifierBadKey', { key: bad }));
  const text = readText(path);
  if (text === undefined) return leave(`${path}: ${say('file_unreadable')}`);
  const file = text === 'tooLarge' ? text : readFile(text);
  if (typeof file === 'string') return leave(`${path}: ${say(`file_${file}`)}`);
  const found = checkFile(file, given);
  tell(found);
  return status[found.verdict];
}

process.exitCode = main();
