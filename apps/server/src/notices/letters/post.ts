import { say } from '@bourse/words';
import { isolated } from '@bourse/words/notice-text';
import type { Post } from '../../people/ports.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Words } from '../preferences/store.ts';

/** Post that ends each letter to a customer with their anti-phishing word: codes, changes of security, and whatever else is written to their address. */
export const withWord = (post: Post, words: Pick<Words, 'ofAddress'>, database: Queryable): Post => ({
  text: (message, tx) => post.text(message, tx),
  async mail(mail, tx) {
    const known = await words.ofAddress(tx ?? database, mail.to);
    const line = known && say(known.language, 'letters.notice.word', { word: isolated(known.word) });
    await post.mail(line === undefined ? mail : { ...mail, text: `${mail.text}\n\n${line}` }, tx);
  },
});
