import type { ArticleFull, ArticleVersion, Me } from '@bourse/protocol/admin';
import {
  type ArticleType,
  articleTypes,
  categoriesOf,
  readTree,
  sourceLanguage,
  type TextLanguage,
  textLanguages,
  writtenFrom,
} from '@bourse/protocol/texts';
import { Button, Chip, Select, Tabs, TextField } from '@bourse/ui';
import { useState } from 'react';
import styles from '../Console.module.css';
import { ask } from '../data/api.ts';
import { useRead } from '../data/use-read.ts';
import { PagedTable, pageRows } from '../parts/PagedTable.tsx';
import { Head, Remote, Section } from '../parts/Screen.tsx';
import { SourceBeside } from '../parts/SourceBeside.tsx';
import { TextEditor } from '../parts/TextEditor.tsx';
import { go } from '../routes.ts';
import { named, t } from '../words.ts';
import { BannersSection } from './BannersSection.tsx';
import { VersionPanel } from './VersionPanel.tsx';

const types = Object.values(articleTypes);
const typeName = (type: ArticleType) => named('content.type', String(type));
const tones = { published: 'ok', review: 'warn', withdrawn: 'error' } as const;
const toneOf = (state: ArticleVersion['state']) => (state in tones ? tones[state as keyof typeof tones] : undefined);

/** Texts that customers read: the list, one text with its languages, or a new one. */
export function ContentScreen({ rest: [id = '', language = ''] }: { me: Me; rest: readonly string[] }) {
  if (id === 'new') return <NewText />;
  return /^\d{1,18}$/.test(id) ? <OneText key={id} id={id} language={language} /> : <Texts />;
}

function Texts() {
  const [page, setPage] = useState(1);
  const [type, setType] = useState('');
  const read = useRead(
    'GET content/list',
    { pageNo: page, pageSize: pageRows, ...(type ? { type: Number(type) as ArticleType } : {}) },
    15_000,
  );
  return (
    <>
      <Head title={t('console.content.title')} read={read}>
        <Button size="small" onClick={() => go('content', 'new')}>
          {t('console.content.new')}
        </Button>
      </Head>
      <p className={styles.lead}>{t('console.content.lead')}</p>
      <div className={styles.filters}>
        <Select
          labelled
          label={t('console.content.kind')}
          value={type}
          options={[
            { value: '', label: t('console.content.type.every') },
            ...types.map((one) => ({ value: String(one), label: typeName(one) })),
          ]}
          onChange={(value) => {
            setType(value);
            setPage(1);
          }}
        />
      </div>
      <PagedTable
        label={t('console.content.title')}
        file="texts"
        {...{ read, page }}
        onPage={setPage}
        rowKey={(row) => row.id}
        onRow={(row) => go('content', row.id)}
        empty={t('console.content.none')}
        columns={[
          {
            id: 'title',
            head: t('console.content.name'),
            cell: (row) => <a href={`#content/${row.id}`}>{row.title}</a>,
            text: (row) => row.title,
          },
          { id: 'kind', head: t('console.content.kind'), cell: (row) => typeName(row.type), text: (row) => typeName(row.type) },
          { id: 'category', head: t('console.content.category'), cell: (row) => row.category, text: (row) => row.category },
          {
            id: 'languages',
            head: t('console.content.languages'),
            cell: (row) =>
              row.languages.map(({ language, version, state, stale }) => (
                <span key={language}>
                  <Chip tone={stale ? 'warn' : toneOf(state)}>{`${language} v${version} ${named('content.state', state)}`}</Chip>{' '}
                </span>
              )),
            text: (row) => row.languages.map(({ language, version, state }) => `${language} v${version} ${state}`).join(', '),
          },
          {
            id: 'waits',
            head: t('console.content.waits'),
            align: 'end',
            cell: (row) => String(row.waits),
            text: (row) => String(row.waits),
          },
        ]}
      />
      <BannersSection />
    </>
  );
}

function NewText() {
  const [type, setType] = useState<ArticleType>(articleTypes.notice);
  const [category, setCategory] = useState(categoriesOf(articleTypes.notice)[0] ?? '');
  const [code, setCode] = useState('');
  return (
    <>
      <Head title={t('console.content.new')} />
      <div className={styles.form}>
        <Select
          labelled
          label={t('console.content.kind')}
          value={String(type)}
          options={types.map((one) => ({ value: String(one), label: typeName(one) }))}
          onChange={(value) => {
            const chosen = Number(value) as ArticleType;
            setType(chosen);
            setCategory(categoriesOf(chosen)[0] ?? '');
          }}
        />
        <Select
          labelled
          label={t('console.content.category')}
          value={category}
          options={categoriesOf(type).map((value) => ({ value, label: value }))}
          onChange={setCategory}
        />
        <TextField
          label={t('console.content.code')}
          hint={t('console.content.codeHint')}
          value={code}
          onChange={(value) => setCode(value.toLowerCase().replaceAll(/[^a-z0-9-]/g, ''))}
          maxLength={60}
        />
      </div>
      <TextEditor
        article={{ type, category, code }}
        language={sourceLanguage}
        isTerms={type === articleTypes.terms}
        begin={{ title: '', summary: '', written: '', stricter: true }}
        draft={null}
        ready={code.length >= 2}
        onSaved={(saved) => go('content', saved.article, sourceLanguage)}
      />
    </>
  );
}

const languageName = (code: string) =>
  new Intl.DisplayNames([document.documentElement.lang || 'en'], { type: 'language' }).of(code) ?? code;

function OneText({ id, language }: { id: string; language: string }) {
  const read = useRead('GET content/get', { id }, 10_000);
  return (
    <>
      <Head title={t('console.content.title')} read={read}>
        <Button kind="outline" size="small" onClick={() => go('content')}>
          {t('console.cancel')}
        </Button>
      </Head>
      <Remote read={read}>
        {(article) => {
          const shown = textLanguages.find((code) => code === language) ?? sourceLanguage;
          return <Languages key={shown} article={article} shown={shown} again={read.again} />;
        }}
      </Remote>
    </>
  );
}

function Languages({ article, shown, again }: { article: ArticleFull; shown: TextLanguage; again: () => void }) {
  const written = textLanguages.filter((code) => code === shown || article.versions.some(({ language }) => language === code));
  const versions = article.versions.filter(({ language }) => language === shown);
  const newest = versions.find(({ state }) => state !== 'withdrawn');
  const [chosen, setChosen] = useState<string>();
  const [writing, setWriting] = useState<Begin>();
  const source = sourceOf(article);
  const isTerms = article.type === articleTypes.terms;
  const version = versions.find((one) => one.id === chosen) ?? newest ?? versions[0];
  const stale = (code: string) => article.versions.find(({ language, state }) => language === code && state === 'published')?.stale;
  const onItsWay = versions.some(({ state }) => ['draft', 'review', 'approved', 'scheduled'].includes(state));
  return (
    <>
      <p className={styles.lead}>{`${typeName(article.type)} · ${article.category} · ${article.code}`}</p>
      <div className={styles.filters}>
        <Tabs
          label={t('console.content.languages')}
          value={shown}
          onChange={(code) => go('content', article.id, code)}
          options={written.map((code) => ({
            value: code,
            label: stale(code) ? `${languageName(code)} (${t('console.content.stale')})` : languageName(code),
          }))}
        />
        <Select
          label={t('console.content.addLanguage')}
          value=""
          options={[
            { value: '', label: t('console.content.addLanguage') },
            ...textLanguages
              .filter((code) => !written.includes(code))
              .map((code) => ({ value: code as string, label: languageName(code) })),
          ]}
          onChange={(code) => code && go('content', article.id, code)}
        />
      </div>
      {writing ? (
        <TextEditor
          article={{ id: article.id }}
          language={shown}
          isTerms={isTerms}
          begin={writing}
          draft={writing.draft}
          ready
          beside={source && shown !== sourceLanguage ? <SourceBeside source={source} madeFrom={madeFrom(article, newest)} /> : undefined}
          onCancel={() => setWriting(undefined)}
          onSaved={({ version: saved }) => {
            setWriting(undefined);
            setChosen(saved.id);
            again();
          }}
        />
      ) : (
        <div className={styles.actions}>
          {!onItsWay && (
            <Button onClick={() => void beginFrom(newest ?? source, null, shown).then(setWriting)}>{t('console.content.write')}</Button>
          )}
        </div>
      )}
      {version && !writing && (
        <VersionPanel
          key={`${version.id} ${version.revision}`}
          version={version}
          waits={isTerms && version.stricter && article.versions.some(({ publishedAt }) => publishedAt !== null)}
          onChanged={again}
          onEdit={() => void beginFrom(version, { id: version.id, revision: version.revision }, shown).then(setWriting)}
        />
      )}
      {versions.length > 0 && (
        <Section title={t('console.content.versions')}>
          <ul className={styles.queue}>
            {versions.map((one) => (
              <li key={one.id}>
                <button type="button" className={styles.item} aria-current={one.id === version?.id} onClick={() => setChosen(one.id)}>
                  <span className={styles.itemLine}>
                    <b>{t('console.content.version', { version: String(one.version) })}</b>
                    <Chip tone={toneOf(one.state)}>{named('content.state', one.state)}</Chip>
                  </span>
                  <span lang={one.language}>{one.title}</span>
                </button>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** What an editor begins with. */
export interface Begin {
  title: string;
  summary: string;
  written: string;
  stricter: boolean;
  draft: { id: string; revision: number } | null;
}
const sourceOf = (article: ArticleFull) =>
  article.versions.find(({ language, state }) => language === sourceLanguage && state === 'published');

/** The English version that a translation was made from. */
const madeFrom = (article: ArticleFull, translation: ArticleVersion | undefined) =>
  article.versions.find(({ language, version }) => language === sourceLanguage && version === translation?.sourceVersion);

/** The words of a version, to go on from. A translation follows an English text that waited already; nothing where there is none. */
async function beginFrom(version: ArticleVersion | undefined, draft: Begin['draft'], language: TextLanguage): Promise<Begin> {
  if (!version) return { title: '', summary: '', written: '', stricter: true, draft: null };
  const { title, summary, body } = await ask('GET content/preview', { id: version.id });
  const { tree } = readTree(body);
  return {
    title,
    summary,
    written: tree ? writtenFrom(tree) : '',
    stricter: draft ? version.stricter : language === sourceLanguage,
    draft,
  };
}
