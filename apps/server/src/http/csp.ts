import { createHash } from 'node:crypto';

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const inlineParts = (html: string, tag: 'script' | 'style') =>
  [...html.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'gi'))].map((match) => match[1] ?? '').filter(Boolean);

/**
 * The content policy of our pages: only our own files, no inline code, no eval. What the built page itself carries inline (critical
 * style, the theme's first line) is allowed by the hash of exactly its bytes.
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
