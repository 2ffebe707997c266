import { Button, Chip, Select, TextArea, TextField } from '@bourse/ui';
import { useState } from 'react';
import styles from '../Console.module.css';
import { type AdminInput, act } from '../data/api.ts';
import { useRead } from '../data/use-read.ts';
import { PagedTable, pageRows } from '../parts/PagedTable.tsx';
import { ReasonDialog } from '../parts/ReasonDialog.tsx';
import { Head, Section } from '../parts/Screen.tsx';
import { VenueSelect } from '../parts/VenueSelect.tsx';
import { go, hrefOf } from '../routes.ts';
import { named, t, timeText } from '../words.ts';

type Sent = AdminInput<'POST broadcast/send'>;
const languages = ['every', 'en', 'zh-CN'] as const satisfies readonly Sent['language'][];
const verifiedStates = ['every', 'yes', 'no'] as const satisfies readonly Sent['verified'][];
const empty = { titleEn: '', textEn: '', titleZh: '', textZh: '' };

/** Tells many customers something in an operator's own words. */
export function BroadcastsScreen() {
  const [round, setRound] = useState(0);
  return (
    <>
      <Head title={t('console.broadcast.title')} />
      <p className={styles.lead}>{t('console.broadcast.lead')}</p>
      <Write onSent={() => setRound(round + 1)} />
      <Section title={t('console.broadcast.sent')}>
        <SoFar key={round} />
      </Section>
    </>
  );
}

function Write({ onSent }: { onSent: () => void }) {
  const [words, setWords] = useState(empty);
  const [venue, setVenue] = useState<Sent['venue']>('real');
  const [language, setLanguage] = useState<Sent['language']>('every');
  const [verified, setVerified] = useState<Sent['verified']>('every');
  const [asking, setAsking] = useState(false);
  const filter = { venue, language, verified };
  const count = useRead('GET broadcast/count', filter).value;
  const field = (name: keyof typeof empty, long: boolean) => {
    const props = {
      label: t(`console.broadcast.${name}`),
      value: words[name],
      onChange: (value: string) => setWords({ ...words, [name]: value }),
      lang: name.endsWith('Zh') ? 'zh-CN' : 'en',
    };
    return long ? <TextArea {...props} maxLength={1_000} rows={5} /> : <TextField {...props} maxLength={80} />;
  };
  const whole = Object.values(words).every((text) => text.trim() !== '');
  const together = count?.persons === 2;
  const values = { count: count?.recipients ?? 0 };
  return (
    <>
      <div className={styles.form}>
        {field('titleEn', false)}
        {field('textEn', true)}
        {field('titleZh', false)}
        {field('textZh', true)}
        <div className={styles.filters}>
          <VenueSelect venue={venue} onChange={setVenue} />
          <Select
            labelled
            label={t('console.broadcast.language')}
            value={language}
            options={languages.map((value) => ({ value, label: t(`console.broadcast.language.${value}`) }))}
            onChange={setLanguage}
          />
          <Select
            labelled
            label={t('console.broadcast.verified')}
            value={verified}
            options={verifiedStates.map((value) => ({ value, label: t(`console.broadcast.verified.${value}`) }))}
            onChange={setVerified}
          />
        </div>
        {count && <p role="status">{t(together ? 'console.broadcast.together' : 'console.broadcast.alone', values)}</p>}
        <div className={styles.actions}>
          <Button disabled={!whole || !count || count.recipients === 0} onClick={() => setAsking(true)}>
            {t('console.broadcast.write')}
          </Button>
        </div>
      </div>
      <ReasonDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('console.broadcast.sendTitle')}
        text={t(together ? 'console.broadcast.sendTogether' : 'console.broadcast.sendAlone', values)}
        onDo={async (reason) => {
          const sent = await act('POST broadcast/send', {
            ...{ ...filter, reason },
            title: { en: words.titleEn, 'zh-CN': words.titleZh },
            text: { en: words.textEn, 'zh-CN': words.textZh },
          });
          setWords(empty);
          onSent();
          if (sent.case !== null) go('inbox', 'broadcast', sent.case);
        }}
      />
    </>
  );
}

function SoFar() {
  const [page, setPage] = useState(1);
  const read = useRead('GET broadcast/list', { pageNo: page, pageSize: pageRows }, 10_000);
  return (
    <PagedTable
      label={t('console.broadcast.sent')}
      file="broadcasts"
      {...{ read, page }}
      onPage={setPage}
      rowKey={({ id }) => id}
      empty={t('console.broadcast.none')}
      columns={[
        { id: 'id', head: t('console.number'), align: 'end', cell: ({ id }) => id, text: ({ id }) => id },
        {
          id: 'title',
          head: t('console.broadcast.title'),
          cell: ({ title, text }) => (
            <>
              <b>{title.en}</b> · <span lang="zh-CN">{title['zh-CN']}</span>
              <p className={styles.quiet}>{text.en}</p>
            </>
          ),
          text: ({ title }) => title.en,
        },
        {
          id: 'text',
          head: t('console.broadcast.text'),
          cell: ({ text }) => <span lang="zh-CN">{text['zh-CN']}</span>,
          text: ({ text }) => text.en,
        },
        {
          id: 'recipients',
          head: t('console.broadcast.recipients'),
          align: 'end',
          cell: ({ recipients }) => String(recipients),
          text: ({ recipients }) => String(recipients),
        },
        {
          id: 'given',
          head: t('console.broadcast.given'),
          align: 'end',
          cell: ({ given }) => String(given),
          text: ({ given }) => String(given),
        },
        {
          id: 'state',
          head: t('console.broadcast.state'),
          cell: ({ state }) => <Chip tone={state === 'sent' ? 'ok' : 'plain'}>{named('broadcast', `state.${state}`)}</Chip>,
          text: ({ state }) => state,
        },
        {
          id: 'case',
          head: t('console.broadcast.case'),
          cell: (row) => (row.case === null ? '–' : <a href={hrefOf('inbox', 'broadcast', row.case)}>{row.case}</a>),
          text: (row) => row.case ?? '',
        },
        { id: 'by', head: t('console.broadcast.by'), cell: ({ writtenBy }) => writtenBy, text: ({ writtenBy }) => writtenBy },
        {
          id: 'at',
          head: t('console.broadcast.at'),
          cell: ({ writtenAt }) => timeText(writtenAt),
          text: ({ writtenAt }) => new Date(writtenAt).toISOString(),
        },
      ]}
    />
  );
}
