import { helpCategories } from '@bourse/protocol/texts';
import { Button, buttonClass, EmptyState, IconHelp, List, RowContent, rowClass, rowItemClass, TextField } from '@bourse/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { lastValue, useAction, useRead, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { Paged } from '../history/parts/Paged.tsx';
import { Page } from '../settings/Page.tsx';
import { Missing, Since, SpokenNote, TextLink, useQuery } from './parts.tsx';
import styles from './Texts.module.css';
import { TreeView } from './TreeView.tsx';
import { type Detail, isId, markOpened, operate, pageIn, type TextRow } from './texts.ts';

const detail = '/mine/helpArticle/helpArticle_detail';

function Articles({ rows }: { rows: readonly TextRow[] }) {
  const t = useT();
  return (
    <List label={t('texts.helpTitle')}>
      {rows.map((row) => (
        <TextLink key={row.id} row={row} to={detail} />
      ))}
    </List>
  );
}
const categoryIn = (text: string | undefined) => helpCategories.find((one) => one === text);
const terms = ['service', 'privacy', 'risk'] as const;
/** A search waits until typing rests. */
const restMs = 250;

/** `/mine/help_center`: the search first, then the categories. */
export function HelpCenterScreen() {
  const t = useT();
  const navigate = useNavigate();
  const asked = useQuery().q ?? '';
  const [typed, setTyped] = useState(asked);
  const keyword = typed.trim().slice(0, 64);
  useEffect(() => {
    if (keyword === asked) return;
    const timer = setTimeout(
      () => void navigate({ to: '/mine/help_center', search: keyword ? { q: keyword } : {}, replace: true }),
      restMs,
    );
    return () => clearTimeout(timer);
  }, [keyword, asked, navigate]);
  return (
    <Page
      title={t('texts.helpTitle')}
      lead={t('texts.helpLead')}
      body={
        <>
          <search className={styles.search}>
            <TextField label={t('texts.search')} value={typed} onChange={setTyped} type="search" maxLength={64} autoComplete="off" />
          </search>
          {asked ? <Found keyword={asked.slice(0, 64)} /> : <Categories />}
        </>
      }
    />
  );
}

function Found({ keyword }: { keyword: string }) {
  const t = useT();
  const [page, setPage] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search begins on its first page
  useEffect(() => setPage(1), [keyword]);
  const remote = useRead('GET system/notice/help-page', { keyword, pageNo: page }, { keepPrevious: true });
  const total = lastValue(remote)?.total;
  return (
    <>
      <p className={styles.note} role="status">
        {total !== undefined && t('texts.found', { count: total })}
      </p>
      <Paged
        {...{ remote, page }}
        onPage={setPage}
        pick={(answer) => answer}
        empty={
          <EmptyState icon={<IconHelp size={28} strokeWidth={1.5} aria-hidden />} title={t('texts.searchNone')} action={<Ask />}>
            {t('texts.searchNoneText')}
          </EmptyState>
        }
      >
        {(rows) => <Articles rows={rows} />}
      </Paged>
    </>
  );
}

function Categories() {
  const t = useT();
  const remote = useRead('GET system/notice/help-page', { pageSize: 100 });
  const rows = lastValue(remote)?.list;
  if (!rows) return <Unread remote={remote} rows={8} height={64} />;
  return (
    <>
      {helpCategories.map((category) => {
        const own = rows.filter((row) => row.category === category);
        return (
          own.length > 0 && (
            <List key={category} head={t(`texts.category_${category}`)} label={t(`texts.category_${category}`)}>
              {own.map((row) => (
                <TextLink key={row.id} row={row} to={detail} />
              ))}
            </List>
          )
        );
      })}
      <List head={t('texts.termsTitle')} label={t('texts.termsTitle')}>
        {terms.map((type) => (
          <li key={type} className={rowItemClass}>
            <Link to="/text_preview" search={{ type }} className={rowClass()}>
              <RowContent title={t(`texts.terms_${type}`)} goes />
            </Link>
          </li>
        ))}
      </List>
      <div className={styles.acts}>
        <Ask />
      </div>
    </>
  );
}

const Ask = ({ small = false }: { small?: boolean }) => {
  const t = useT();
  return (
    <Link to="/mine/helpFeedback" className={buttonClass({ kind: 'outline', ...(small ? { size: 'small' } : {}) })}>
      {t('texts.ask')}
    </Link>
  );
};

/** `/mine/helpArticle?category=`: the articles of one category, or all. */
export function HelpArticlesScreen() {
  const t = useT();
  const navigate = useNavigate();
  const search = useQuery();
  const category = categoryIn(search.category);
  const page = pageIn(search.page);
  const remote = useRead('GET system/notice/help-page', { pageNo: page, ...(category ? { category } : {}) }, { keepPrevious: true });
  return (
    <Page
      title={t(category ? `texts.category_${category}` : 'texts.helpTitle')}
      body={
        <Paged
          {...{ remote, page }}
          onPage={(to) =>
            void navigate({
              to: '/mine/helpArticle',
              search: { ...(category ? { category } : {}), ...(to > 1 ? { page: String(to) } : {}) },
            })
          }
          pick={(answer) => answer}
          empty={
            <EmptyState icon={<IconHelp size={28} strokeWidth={1.5} aria-hidden />} title={t('texts.none')}>
              {t('texts.noneText')}
            </EmptyState>
          }
        >
          {(rows) => <Articles rows={rows} />}
        </Paged>
      }
    />
  );
}

/** `/mine/helpArticle/helpArticle_detail?id=` */
export function HelpArticleScreen() {
  const t = useT();
  const { id } = useQuery();
  return <Page title={t('texts.helpTitle')} body={isId(id) ? <Article id={id} /> : <Missing to="/mine/help_center" />} />;
}

function Article({ id }: { id: string }) {
  const t = useT();
  const remote = useRead('GET system/notice/detail', { id });
  const text = lastValue(remote);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once for each version
  useEffect(() => {
    if (text) markOpened(text);
  }, [text?.id, text?.version]);
  if (!text)
    return remote.state === 'failed' && remote.error.status === 404 ? (
      <Missing to="/mine/help_center" />
    ) : (
      <Unread remote={remote} rows={6} />
    );
  return (
    <article className={styles.page}>
      <h2 className={styles.title} lang={text.language} dir="auto">
        {text.title}
      </h2>
      <p className={styles.lead} lang={text.language} dir="auto">
        {text.summary}
      </p>
      <SpokenNote {...text} />
      <TreeView body={text.body} language={text.language} />
      <Helped text={text} />
      <p className={styles.under}>
        <Since at={text.at} /> · {t('texts.version', { version: text.version })}
      </p>
    </article>
  );
}

function Helped({ text }: { text: Detail }) {
  const t = useT();
  const signedIn = useSignedIn();
  const vote = useAction((act: 2 | 3) => operate(text, act));
  const { mine } = text.helpful;
  return (
    <section className={styles.agree} aria-label={t('texts.helped')}>
      {signedIn && <p>{t('texts.helped')}</p>}
      <div className={styles.acts} style={{ paddingInline: 0 }}>
        {signedIn &&
          (
            [
              ['yes', 2],
              ['no', 3],
            ] as const
          ).map(([answer, act]) => (
            <Button
              key={answer}
              kind={mine === answer ? 'solid' : 'outline'}
              size="small"
              aria-pressed={mine === answer}
              busy={vote.busy}
              onClick={() => void vote.run(act)}
            >
              {t(answer === 'yes' ? 'texts.helpedYes' : 'texts.helpedNo')}
            </Button>
          ))}
        <Ask small />
      </div>
      <p className={styles.under} style={{ paddingInline: 0 }} role="status">
        {mine && t('texts.helpedThanks')}
      </p>
    </section>
  );
}
