import { tokenColours } from '@bourse/ui';
import { encode } from 'uqr';
import type { Card } from './card.ts';

export const cardSize = { width: 1080, height: 1280 } as const;
const edge = 84;
const face = '"Inter Variable", Inter, system-ui, sans-serif';
const names = ['canvas', 'surface', 'line-strong', 'text', 'text-2', 'muted', 'up', 'down', 'warn'] as const;

type Pen = {
  context: CanvasRenderingContext2D;
  colours: Record<(typeof names)[number], string>;
  /** An x coordinate from the distance to the start of a line in this language's direction. */
  from: (distance: number) => number;
  rtl: boolean;
};

/** Draws the card in the theme of its element. Loaded with the QR code when somebody shares. */
export async function drawCard(canvas: HTMLCanvasElement, card: Card): Promise<void> {
  await Promise.all([600, 520, 420].map((weight) => document.fonts.load(`${weight} 40px "Inter Variable"`))).catch(() => undefined);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures.');
  canvas.width = cardSize.width;
  canvas.height = cardSize.height;
  const rtl = document.documentElement.dir === 'rtl';
  const pen: Pen = {
    context,
    colours: tokenColours(names, canvas.parentElement ?? document.documentElement),
    from: (distance) => (rtl ? cardSize.width - distance : distance),
    rtl,
  };
  context.direction = rtl ? 'rtl' : 'ltr';
  context.textBaseline = 'alphabetic';
  context.fillStyle = pen.colours.canvas;
  context.fillRect(0, 0, cardSize.width, cardSize.height);
  head(pen, card);
  result(pen, card);
  facts(pen, card);
  foot(pen, card);
}

/** Keeps a figure's sign before it and its unit after it in both directions of writing. */
const figure = (text: string) => `\u2066${text}\u2069`;

function write(pen: Pen, text: string, at: number, y: number, font: string, colour: string, align: 'start' | 'end' = 'start') {
  pen.context.font = font;
  pen.context.fillStyle = colour;
  pen.context.textAlign = align;
  pen.context.fillText(text, pen.from(at), y);
}

/** The wordmark with its double rule, and the kind of money and prices. */
function head(pen: Pen, card: Card) {
  const { context, colours } = pen;
  write(pen, card.brand, edge, 144, `600 52px ${face}`, colours.text);
  const width = context.measureText(card.brand).width;
  const start = pen.rtl ? pen.from(edge) - width : edge;
  context.fillRect(start, 160, width, 3);
  context.fillRect(start, 168, width, 3);
  let at = cardSize.width - edge;
  for (const label of [...card.labels].reverse()) {
    context.font = `520 30px ${face}`;
    const space = context.measureText(label).width + 44;
    context.strokeStyle = colours.warn;
    context.lineWidth = 2;
    context.beginPath();
    context.roundRect(pen.rtl ? pen.from(at) : at - space, 104, space, 56, 14);
    context.stroke();
    write(pen, label, at - 22, 143, `520 30px ${face}`, colours.warn, 'end');
    at -= space + 16;
  }
}

/** The position and its result, the one large figure. */
function result(pen: Pen, card: Card) {
  const { context, colours } = pen;
  const tone = card.tone === 'plain' ? colours.text : colours[card.tone];
  write(pen, card.symbol, edge, 316, `600 56px ${face}`, colours.text);
  write(pen, card.direction.replace(/[0-9]+×/, figure), edge, 376, `520 38px ${face}`, colours['text-2']);
  let size = 168;
  do {
    context.font = `600 ${size}px ${face}`;
    size -= 8;
  } while (context.measureText(card.headline).width > cardSize.width - 2 * edge - 110 && size > 64);
  const width = 76;
  if (card.tone !== 'plain') triangle(pen, pen.from(edge + (pen.rtl ? width : 0)), 492, width, tone, card.tone);
  write(pen, figure(card.headline), card.tone === 'plain' ? edge : edge + width + 28, 568, context.font, tone);
  if (card.amount) write(pen, figure(card.amount), edge, 652, `520 48px ${face}`, colours.text);
}

/** Shows the direction as a shape too, for people who cannot tell the colours apart. */
function triangle({ context }: Pen, x: number, y: number, size: number, colour: string, way: 'up' | 'down') {
  const [top, bottom] = way === 'up' ? [y, y + size * 0.88] : [y + size * 0.88, y];
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(x + size / 2, top);
  context.lineTo(x + size, bottom);
  context.lineTo(x, bottom);
  context.fill();
}

function facts(pen: Pen, card: Card) {
  const { context, colours } = pen;
  let y = card.amount ? 780 : 740;
  context.fillStyle = colours['line-strong'];
  context.fillRect(edge, y - 66, cardSize.width - 2 * edge, 2);
  for (const { name, value } of card.facts) {
    write(pen, name, edge, y, `420 38px ${face}`, colours['text-2']);
    write(pen, figure(value), cardSize.width - edge, y, `600 42px ${face}`, colours.text, 'end');
    y += 72;
  }
}

/** The address as a QR code and as text. The code is always dark on light, because cameras need that. */
function foot(pen: Pen, card: Card) {
  const { context, colours } = pen;
  const size = 216;
  const top = cardSize.height - edge - size;
  const code = encode(card.link, { ecc: 'M', border: 2 });
  const left = pen.rtl ? edge : cardSize.width - edge - size;
  context.fillStyle = '#fff';
  context.beginPath();
  context.roundRect(left, top, size, size, 16);
  context.fill();
  context.fillStyle = '#161512';
  const cell = size / code.size;
  for (const [row, line] of code.data.entries())
    for (const [column, on] of line.entries())
      if (on) context.fillRect(left + Math.floor(column * cell), top + Math.floor(row * cell), Math.ceil(cell), Math.ceil(cell));
  write(pen, card.invite, edge, top + 96, `520 36px ${face}`, colours.text);
  write(pen, figure(new URL(card.link).host), edge, top + 148, `420 34px ${face}`, colours['text-2']);
  write(pen, card.when, edge, top + size - 8, `420 30px ${face}`, colours.muted);
}

export const pictureOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))), 'image/png'),
  );
