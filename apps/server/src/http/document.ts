import { createHash } from 'node:crypto';
import { documentStyle } from './document-style.ts';

/** Pages that the server renders itself: the reference of calls and the development outbox. No framework, no inline code. */

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign);

const styleHash = createHash('sha256').update(documentStyle).digest('base64');

export const documentHeaders: Record<string, string> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};

export function pageText({ title, body, script }: { title: string; body: string; script?: string }): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Bourse</title>
<style>${documentStyle}</style>${script ? `<script src="${script}" defer></script>` : ''}</head>
<body><main>${body}</main></body></html>
`;
}
