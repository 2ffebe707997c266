import { type NoticeTopic, topicOf } from '@bourse/protocol/notice-topics';
import { isRtl, nearestLanguage, say } from '@bourse/words';
import { isolated, type NoticeParams } from '@bourse/words/notice-text';
import { productName } from '../../content/product.ts';
import { escapeHtml } from '../../http/document.ts';
import type { Mail } from '../../platform/outbox.ts';
import { utcText } from '../../platform/utc-text.ts';
import { noticePath, noticeSentence } from '../text.ts';

/** A notice and the customer to whom it is written. */
export interface LetterParts {
  notice: { id: bigint; kind: string; params: NoticeParams; time: number };
  customer: { name: string; email: string; language: string; word: string | null };
  /** Address of the app, without a slash at the end. */
  publicUrl: string;
}

type Paragraph = { text: string; link?: string };

const subjectOf = (language: string, topic: NoticeTopic) => say(language, 'letters.notice.subject', { product: productName, topic });

/** The letter that tells a notice: text and HTML of the same sentences. Undefined for a notice without a sentence. */
export function noticeLetter({ notice, customer, publicUrl }: LetterParts): Mail | undefined {
  const language = nearestLanguage(customer.language);
  const sentence = noticeSentence(notice, language);
  if (sentence === undefined) return undefined;
  const choose = `${publicUrl}/mine/notifications`;
  const paragraphs: Paragraph[] = [
    { text: say(language, 'letters.notice.hello', { name: isolated(customer.name) }) },
    { text: sentence },
    { text: say(language, 'letters.notice.time', { time: utcText(notice.time) }) },
    { text: say(language, 'letters.notice.more'), link: publicUrl + noticePath(notice.id) },
    {
      text:
        customer.word === null
          ? say(language, 'letters.notice.noWord')
          : say(language, 'letters.notice.word', { word: isolated(customer.word) }),
    },
    { text: say(language, 'letters.notice.never', { product: productName }) },
    { text: say(language, 'letters.notice.choose'), link: choose },
  ];
  const subject = subjectOf(language, topicOf(notice.kind));
  return {
    to: customer.email,
    subject,
    text: paragraphs.map(({ text, link }) => (link === undefined ? text : `${text}\n${link}`)).join('\n\n'),
    html: htmlOf(language, subject, paragraphs),
  };
}

/** Nothing is loaded from anywhere, so a letter does not tell that it was opened. */
function htmlOf(language: string, subject: string, paragraphs: readonly Paragraph[]): string {
  const body = paragraphs.map(({ text, link }) => {
    const said = escapeHtml(text).replaceAll('\n', '<br>');
    return link === undefined ? `<p>${said}</p>` : `<p>${said}<br><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`;
  });
  const style = 'font:16px/1.5 system-ui,sans-serif;max-width:36em;margin:2em auto;padding:0 1em';
  return `<!doctype html>
<html lang="${language}" dir="${isRtl(language) ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="${style}">
${body.join('\n')}
</body></html>`;
}
