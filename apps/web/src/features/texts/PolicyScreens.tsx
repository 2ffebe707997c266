import { differenceOf, readTree, type TermsCode, termsCodes, wordsIn } from '@bourse/protocol/texts';
import { Button, Chip, headingAnchor, List, RowContent, rowClass, rowItemClass, toast } from '@bourse/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { lastValue, useAction, useRead, useSignedIn, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { Page } from '../settings/Page.tsx';
import { Missing, SpokenNote, useQuery } from './parts.tsx';
import styles from './Texts.module.css';
import { TreeView } from './TreeView.tsx';
import { operate, type Policy } from './texts.ts';

type Search = { type?: string; version?: string; compare?: string };

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
  const remote = useRead('GET system/notice/text', { typeCode: type, ...versionIn(search.version) });
  const versions = lastValue(useRead('GET system/notice/text-list', { typeCode: type })) ?? [];
  const text = lastValue(remote);
  if (!text)
    return remote.state === 'failed' && remote.error.status === 404 ? (
      <Missing to="/mine/help_center" />
    ) : (
      <Unread remote={remote} rows={8} />
    );
  const before = versions.find(({ version }) => version < text.version);
  const since = { time: formatTime(text.at, 'date', zone) };
  const query = (more: Search): Search => ({ ...(at === '/text_preview' ? { type } : {}), ...more });
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

/** What differs from the version before, line by line. */
function Difference({ type, text, before }: { type: TermsCode; text: Policy; before: number }) {
  const t = useT();
  const remote = useRead('GET system/notice/text', { typeCode: type, version: before, language: text.language });
  const old = lastValue(remote);
  if (!old) return <Unread remote={remote} rows={8} />;
  const [from, to] = [readTree(old.body).tree, readTree(text.body).tree];
  const lines = (from && to ? differenceOf(from, to) : []).map((line, index) => ({ ...line, key: String(index) }));
  if (lines.every(({ kind }) => kind === 'same')) return <p className={styles.note}>{t('texts.compareNone')}</p>;
  return (
    <ol className={styles.difference} lang={text.language} dir="auto">
      {lines.map(({ kind, text: line, key }) => (
        <li key={key} data-kind={kind}>
          {kind !== 'same' && <span className="visually-hidden">{t(kind === 'old' ? 'texts.lineOld' : 'texts.lineNew')} </span>}
          {line}
        </li>
      ))}
    </ol>
  );
}
