import { createHash } from 'node:crypto';

/** The product's colours for plain documents. The full set of design tokens is in the ui package, which the server does not read. */
const documentStyle = `
:root{color-scheme:light dark;--canvas:oklch(.975 .004 85);--surface:oklch(.995 .002 85);--sunken:oklch(.952 .005 85);--line:oklch(.915 .006 85);--text:oklch(.23 .01 70);--muted:oklch(.5 .01 80);--ink:oklch(.48 .2 268);--weak:oklch(.955 .018 272)}
@media(prefers-color-scheme:dark){:root{--canvas:oklch(.17 .008 260);--surface:oklch(.2 .009 260);--sunken:oklch(.242 .01 260);--line:oklch(.272 .01 260);--text:oklch(.945 .004 260);--muted:oklch(.69 .012 260);--ink:oklch(.725 .125 272);--weak:oklch(.29 .09 268)}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--text);font:15px/1.5 "Inter Variable",Inter,system-ui,sans-serif;font-feature-settings:"tnum" 1,"calt" 0}
main{max-width:1080px;margin:0 auto;padding:32px 16px 96px}
h1{font-size:2.5rem;line-height:1.1;letter-spacing:-.022em;margin:0 0 12px}
h2{font-size:1.375rem;margin:48px 0 12px;padding-bottom:6px;border-bottom:3px double var(--text)}
h3{font-size:.9375rem;margin:0;font-weight:600;overflow-wrap:anywhere}
.lead{color:var(--muted);max-width:70ch;margin:0 0 24px}
a{color:var(--ink)}
nav{display:flex;flex-wrap:wrap;gap:8px 16px;margin:16px 0}
input{font:inherit;color:inherit;width:100%;max-width:480px;min-height:44px;padding:0 12px;background:var(--sunken);border:1px solid var(--muted);border-radius:8px}
:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
.call{background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:16px;margin:12px 0}
.call header{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:baseline}
.call header span,.call header time,.facts{color:var(--muted);font-size:.8125rem}
.call p{margin:6px 0}
.call header .method{font-weight:600;color:var(--ink);background:var(--weak);border-radius:4px;padding:1px 6px;font-size:.75rem}
table{border-collapse:collapse;width:100%;font-size:.8125rem;margin:8px 0}
th,td{text-align:start;vertical-align:top;padding:5px 12px 5px 0;border-top:1px solid var(--line);min-width:72px}
td:nth-child(2){min-width:140px;overflow-wrap:anywhere}
td code{white-space:nowrap}
th{color:var(--muted);font-weight:520}
.scroll{overflow-x:auto}
pre{background:var(--sunken);border-radius:8px;padding:12px;margin:8px 0;overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 ui-monospace,monospace}
code{font:.8125rem ui-monospace,monospace}
summary{cursor:pointer;min-height:32px;color:var(--ink);font-size:.8125rem}
[hidden]{display:none}
`.trim();

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
