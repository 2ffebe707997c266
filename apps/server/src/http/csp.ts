import { createHash } from 'node:crypto';

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const inlineParts = (html: string, tag: 'script' | 'style') =>
  [...html.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'gi'))].map((match) => match[1] ?? '').filter(Boolean);

/**
 * The content security policy of our pages: our own files only, no inline code, no eval. The hash of its exact bytes allows each inline part of the
 * built page (critical style, the theme's first line).
 */
export function contentPolicy(html: string): Record<string, string[]> {
  const hashes = (tag: 'script' | 'style') => inlineParts(html, tag).map(sha256);
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hashes('script')],
    'style-src': ["'self'", ...hashes('style')],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
}
