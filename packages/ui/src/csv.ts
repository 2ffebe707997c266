/** CSV of exactly what is shown (RFC 4180), safe to open in a spreadsheet. */

const plainNumber = /^[+-]?\d+(?:\.\d+)?%?$/;

/** Text that a spreadsheet would run as a formula gets a leading apostrophe; plain numbers, negative ones included, stay numbers. */
export function csvCell(value: string): string {
  const text = value.replaceAll('\u2212', '-');
  const safe = /^[=+\-@\t\r]/.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const toCsv = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n');

/** Saves text as a file. The byte order mark tells spreadsheets that it is UTF-8; readers of JSON would stumble over it. */
export function downloadText(name: string, text: string, type = 'text/csv;charset=utf-8') {
  const url = URL.createObjectURL(new Blob(type.startsWith('text/csv') ? ['\ufeff', text] : [text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
