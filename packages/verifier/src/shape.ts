import type { Evidence, Opening, ShownEntry } from '@bourse/transparency';

/** Reads what a stranger sent, field by field. Nothing here throws. */

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
export const isText = (value: unknown): value is string => typeof value === 'string';
export const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
export const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/** More than any receipt rests on; a longer list is not read. */
const maxParts = 64;

function isOpening(value: unknown): value is Opening {
  if (!isFields(value) || !isText(value['salt'])) return false;
  if (value['kind'] === 'command') return isText(value['command']) && isText(value['outcome']);
  return value['kind'] === 'event' && isText(value['text']) && isCount(value['at']) && isCount(value['of']) && areTexts(value['path']);
}

const isShown = (value: unknown): value is ShownEntry =>
  isFields(value) &&
  isCount(value['seq']) &&
  value['seq'] > 0 &&
  isText(value['entry']) &&
  areTexts(value['path']) &&
  Array.isArray(value['opened']) &&
  value['opened'].length <= maxParts &&
  value['opened'].every(isOpening);

export const isEvidence = (value: unknown): value is Evidence =>
  isFields(value) &&
  isText(value['head']) &&
  Array.isArray(value['shown']) &&
  value['shown'].length > 0 &&
  value['shown'].length <= maxParts &&
  value['shown'].every(isShown);
