/** Marks that the buttons of the editor set. */
export const markNames = ['heading', 'list', 'quote', 'link', 'strong', 'instrument'] as const;
export type Mark = (typeof markNames)[number];

/** What stands in the place of a part of a text, and what is chosen afterwards. */
export interface Edit {
  start: number;
  end: number;
  piece: string;
  from: number;
  to: number;
}
const lineMarks = { heading: '## ', list: '- ', quote: '> ' } as const;

/** Puts a mark on what is chosen, and takes it away where it is already. What was chosen is never lost. */
export function marked(text: string, from: number, to: number, mark: Mark): Edit {
  const chosen = text.slice(from, to);
  if (mark === 'strong') {
    const inside = text.slice(from - 2, from) === '**' && text.slice(to, to + 2) === '**';
    if (inside) return { start: from - 2, end: to + 2, piece: chosen, from: from - 2, to: to - 2 };
    return { start: from, end: to, piece: `**${chosen}**`, from: from + 2, to: to + 2 };
  }
  if (mark === 'link') {
    const piece = `[${chosen}](/market)`;
    // Without words they are written first; with words the address is.
    const at = chosen === '' ? from + 1 : from + chosen.length + 3;
    return { start: from, end: to, piece, from: at, to: chosen === '' ? at : at + '/market'.length };
  }
  if (mark === 'instrument') {
    const before = to === 0 || text.slice(0, to).endsWith('\n\n') ? '' : text.slice(0, to).endsWith('\n') ? '\n' : '\n\n';
    const after = text.slice(to).startsWith('\n') || to === text.length ? '' : '\n\n';
    const at = to + before.length + 2;
    return { start: to, end: to, piece: `${before}{{BTC/USDT}}${after}`, from: at, to: at + 'BTC/USDT'.length };
  }
  const sign = lineMarks[mark];
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const ends = text.indexOf('\n', to);
  const end = ends < 0 ? text.length : ends;
  const lines = text.slice(start, end).split('\n');
  const all = lines.every((line) => line.startsWith(sign) || (line === '' && lines.length > 1));
  const changed = lines.map((line) =>
    all ? line.slice(line.startsWith(sign) ? sign.length : 0) : line === '' && lines.length > 1 ? '' : sign + line,
  );
  // A block ends at an empty line; lines of the same mark belong together.
  const [above, below] = [text.slice(0, start).split('\n').at(-2) ?? '', text.slice(end + 1).split('\n')[0] ?? ''];
  const apart = (line: string) => !all && line !== '' && !(mark !== 'heading' && line.startsWith(sign));
  const piece = `${apart(above) ? '\n' : ''}${changed.join('\n')}${apart(below) ? '\n' : ''}`;
  const at = start + (apart(above) ? 1 : 0);
  const whole = at + changed.join('\n').length;
  return { start, end, piece, from: from === to ? whole : at, to: whole };
}
