import { readTree, sourceLanguage, type TermsCode, termsCodes, wordsIn } from '@bourse/protocol/texts';
import { Button, Chip, headingAnchor, List, RowContent, rowClass, rowItemClass, toast } from '@bourse/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { lastValue, useAction, useRead, useSignedIn, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { Page } from '../settings/Page.tsx';
import { Difference } from './Difference.tsx';
import { Missing, SpokenNote, useQuery } from './parts.tsx';
import styles from './Texts.module.css';
import { TreeView } from './TreeView.tsx';
import { operate, type Policy, type Standing } from './texts.ts';

type Search = { type?: string; version?: string; compare?: string; language?: string };

/** `/privacy_policy` */
export const PrivacyScreen = () => <PolicyPage type="privacy" at="/privacy_policy" />;
/** `/text_preview?type=service`: terms of any kind, the version in force or another one. */
export function TextPreviewScreen() {
  const { type } = useQuery();
  return <PolicyPage type={termsCodes.find((one) => one === type) ?? 'service'} at="/text_preview" />;
}

function PolicyPage({ type, at }: { type: TermsCode; at: '/privacy_policy' | '/text_preview' }) {
  const t = useT();
  return <Page title={t(`texts.terms_${type}`)} fallback="/home" body={<One type={type} at={at} />} />;
}

const versionIn = (text: string | undefined) => (/^[1-9]\d{0,5}$/.test(text ?? '') ? { version: Number(text) } : {});

function One({ type, at }: { type: TermsCode; at: '/privacy_policy' | '/text_preview' }) {
  const t = useT();
  const zone = useTimeZone();
  const search = useQuery();
  // Only a version that is announced in English alone is asked for in another language than the reader's.
  const english: { language?: typeof sourceLanguage } = search.language === sourceLanguage ? { language: sourceLanguage } : {};
  const remote = useRead('GET system/notice/text', { typeCode: type, ...versionIn(search.version), ...english });
  const versions = lastValue(useRead('GET system/notice/text-list', { typeCode: type, ...english })) ?? [];
  const text = lastValue(remote);
  if (!text)
    return remote.state === 'failed' && remote.error.status === 404 ? (
      <Missing to="/mine/help_center" />
    ) : (
      <Unread remote={remote} rows={8} />
    );
  const before = versions.find(({ version }) => version < text.version);
  const since = { time: formatTime(text.at, 'date', zone) };
  const query = (more: Search): Search => ({ ...(at === '/text_preview' ? { type } : {}), ...english, ...more });
  const comparing = search.compare === '1' && before !== undefined;
  const parts = (readTree(text.body).tree?.content ?? []).flatMap((block, index) =>
    block.type === 'heading' && block.attrs.level === 2 ? [{ index, words: wordsIn(block) }] : [],
  );
  return (
    <article className={styles.page}>
      <p className={styles.under}>
        {t('texts.version', { version: text.version })} ·{' '}
        {t(
          text.state === 'inForce' ? 'texts.inForceSince' : text.state === 'announced' ? 'texts.announcedFor' : 'texts.formerSince',
          since,
        )}
      </p>
      <SpokenNote {...text} />
      {text.state === 'inForce' && <Announced type={type} at={at} known={versions} />}
      <Agreement text={text} />
      {before && (
        <p className={styles.note}>
          <Link to={at} search={query({ version: String(text.version), ...(comparing ? {} : { compare: '1' }) })} className={styles.link}>
            {comparing ? t('texts.version', { version: text.version }) : t('texts.compare', { version: before.version })}
          </Link>
        </p>
      )}
      {comparing ? (
        <Difference type={type} text={text} before={before.version} />
      ) : (
        <>
          {parts.length > 3 && (
            <nav className={styles.contents} aria-label={t('texts.contents')}>
              <h2>{t('texts.contents')}</h2>
              {parts.map(({ index, words }) => (
                <a key={index} href={`#${headingAnchor(index)}`} lang={text.language}>
                  {words}
                </a>
              ))}
            </nav>
          )}
          <TreeView body={text.body} language={text.language} />
        </>
      )}
      <List head={t('texts.versions')} label={t('texts.versions')}>
        {versions.map((one) => (
          <li key={one.version} className={rowItemClass}>
            <Link to={at} search={query({ version: String(one.version) })} className={rowClass({ chosen: one.version === text.version })}>
              <RowContent
                title={t('texts.version', { version: one.version })}
                under={
                  <>
                    {formatTime(one.effectiveAt, 'date', zone)}
                    {one.stricter && ` · ${t('texts.stricter')}`}
                  </>
                }
                end={
                  <Chip tone={one.state === 'inForce' ? 'ok' : one.state === 'announced' ? 'warn' : undefined}>
                    {t(`texts.state_${one.state}`)}
                  </Chip>
                }
                goes
              />
            </Link>
          </li>
        ))}
      </List>
      <p className={styles.note}>
        {t('texts.hash')}
        <br />
        <code className={styles.hash} dir="ltr">
          {text.hash}
        </code>
      </p>
    </article>
  );
}

/** A version that takes effect later. One that is announced in English alone is named, too: it will hold for everybody. */
function Announced({ type, at, known }: { type: TermsCode; at: '/privacy_policy' | '/text_preview'; known: readonly Standing[] }) {
  const t = useT();
  const zone = useTimeZone();
  const english = lastValue(useRead('GET system/notice/text-list', { typeCode: type, language: sourceLanguage })) ?? [];
  const next = [...known, ...english].find(({ state }) => state === 'announced');
  if (!next) return null;
  const search = {
    ...(at === '/text_preview' ? { type } : {}),
    ...(known.includes(next) ? {} : { language: sourceLanguage }),
    ...{ version: String(next.version), compare: '1' },
  };
  return (
    <p className={styles.note} role="note">
      <Link to={at} search={search} className={styles.link}>
        {t('texts.announcedNext', { time: formatTime(next.effectiveAt, 'date', zone) })}
      </Link>
    </p>
  );
}

/** To which version the customer agreed, and the way to agree to the one in force. */
function Agreement({ text }: { text: Policy }) {
  const t = useT();
  const zone = useTimeZone();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const agree = useAction(async () => {
    await operate(text, 4);
    toast('success', t('texts.agreedNow', { version: text.version }));
    if (text.typeCode !== 'privacy') void navigate({ to: '/text_preview', search: { type: text.typeCode }, replace: true });
  });
  if (!signedIn) return null;
  const { agreed } = text;
  const same = agreed?.hash === text.hash;
  const values = agreed && { version: agreed.version, time: formatTime(agreed.at, 'full', zone) };
  return (
    <section className={styles.agree}>
      <p>
        {!values
          ? t('texts.agreedNever')
          : same || text.state !== 'inForce' || agreed?.language !== text.language
            ? t('texts.agreedTo', values)
            : t('texts.agreedOlder', { ...values, now: text.version })}
      </p>
      {text.state === 'inForce' && !same && (
        <Button busy={agree.busy} onClick={() => void agree.run(undefined)}>
          {t('texts.agree', { version: text.version })}
        </Button>
      )}
      {agree.error && <p role="alert">{agree.error.message}</p>}
    </section>
  );
}
