import { verifierText } from '@bourse/transparency';
import { type BadFile, type CheckedFile, type CheckedItem, checkFile, type EvidenceFile, maxFileBytes, readFile } from '../file.ts';
import { keysOf } from '../head.ts';
import type { Verdict } from '../steps.ts';
import { stepText, summaryOf, titleOf, underHead } from '../tell.ts';
import { languageOf, languages, type Say, speaker } from '../words.ts';

/** The verifier as one page: takes a file by choice or drop, and shows each check. It asks nobody anything. */

const marks: Record<Verdict, string> = { agrees: '✓', differs: '✗', unchecked: '?' };
const names: Readonly<Record<string, string>> = { en: 'English', 'zh-CN': '简体中文' };

let language = languageOf(navigator.languages);
let say: Say = speaker(language);
/** What was read last: shown again in another language, and checked again with other keys. */
let read: EvidenceFile | BadFile | 'unreadable' | undefined;

type Content = Node | string | undefined;
/** An element with text only: nothing of a file is ever read as HTML. */
function made<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...content: readonly Content[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...content.filter((part) => part !== undefined));
  return element;
}

const keys = made('textarea', '');
keys.id = 'keys';
keys.spellcheck = false;
const result = made('section', '');
result.setAttribute('aria-live', 'polite');

function paint(): void {
  document.documentElement.lang = language;
  document.title = say('verifierTitle');
  const picker = made('input', '');
  picker.type = 'file';
  picker.accept = '.json,application/json';
  picker.setAttribute('aria-label', say('verifierChoose'));
  picker.addEventListener('change', () => void take(picker.files?.[0]));
  const drop = made('div', 'drop', made('strong', '', say('verifierDrop')), picker);
  const over = (on: boolean) => (event: DragEvent) => {
    event.preventDefault();
    drop.classList.toggle('over', on);
  };
  drop.addEventListener('dragover', over(true));
  drop.addEventListener('dragleave', over(false));
  drop.addEventListener('drop', (event) => {
    over(false)(event);
    void take(event.dataTransfer?.files[0]);
  });
  const label = made('label', '', say('verifierKeys'), keys, made('span', '', say('verifierKeysText')));
  const other = languages()
    .filter((code) => code !== language)
    .map((code) => {
      const button = made('button', '', names[code] ?? code);
      button.lang = code;
      button.addEventListener('click', () => {
        language = code;
        say = speaker(code);
        paint();
      });
      return button;
    });
  const head = made('header', '', made('h1', '', say('verifierTitle')), made('span', '', ...other));
  document.body.replaceChildren(made('main', '', head, made('p', '', say('verifierText')), drop, label, result));
  tell();
}
keys.addEventListener('change', tell);

async function take(file: File | undefined): Promise<void> {
  if (!file) return;
  read = undefined;
  result.replaceChildren(made('p', 'muted', '…'));
  // The page says that it works before it works.
  await new Promise((resolve) => setTimeout(resolve, 30));
  try {
    read = file.size > maxFileBytes ? 'tooLarge' : readFile(await file.text());
  } catch {
    read = 'unreadable';
  }
  tell();
}

function tell(): void {
  if (read === undefined) result.replaceChildren();
  else if (typeof read === 'string') result.replaceChildren(unread(say(`file_${read}`)));
  else {
    const given = keys.value
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    const bad = given.find((key) => keysOf([key]).length === 0);
    if (bad === undefined) show(read, checkFile(read, given));
    else result.replaceChildren(unread(say('verifierBadKey', { key: bad })));
  }
}

const unread = (why: string): HTMLElement => summary('unchecked', say('verifierUnchecked'), made('p', '', why));

function show(file: EvidenceFile, found: CheckedFile): void {
  const saved = say('exportedAt', { time: new Date(file.exportedAt).toISOString(), exchange: file.exchange });
  result.replaceChildren(
    summary(
      found.verdict,
      summaryOf(found, say),
      made('p', 'muted', saved),
      made('p', '', say(found.ownKeys ? 'verifierOwnKeys' : 'verifierGivenKeys')),
      ...found.keys.map((key) => made('p', '', made('code', '', verifierText(key)))),
    ),
    made('ol', '', ...found.items.map(shown)),
  );
}

function summary(verdict: Verdict, title: string, ...rest: readonly Content[]): HTMLElement {
  const box = made('div', `summary ${verdict}`, made('h2', '', `${marks[verdict]} ${title}`), ...rest);
  box.dataset['verdict'] = verdict;
  return box;
}

function shown(item: CheckedItem): HTMLElement {
  const steps = item.steps.map((step) =>
    made(
      'li',
      step.verdict,
      made('span', 'mark', marks[step.verdict]),
      made('span', 'said', stepText(step, say)),
      made('small', '', ` ${say(`verdict_${step.verdict}`)}`),
    ),
  );
  const facts =
    item.facts &&
    made(
      'details',
      '',
      made('summary', '', say(item.kind === 'command' ? 'asked' : 'document')),
      made(
        'pre',
        '',
        JSON.stringify(item.facts, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 1),
      ),
    );
  const under = underHead(item, say);
  return made(
    'li',
    'item',
    made('h2', '', `${marks[item.verdict]} ${titleOf(item, say)}`),
    under === undefined ? undefined : made('small', 'muted', under),
    made('ul', '', ...steps),
    facts,
  );
}

paint();
