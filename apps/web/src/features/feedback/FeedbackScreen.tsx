import type { OwnCase } from '@bourse/protocol';
import { EmptyState, IconDocument, Sheet } from '@bourse/ui';
import { useEffect, useState } from 'react';
import { cache, on, useRead, useSignedIn, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { Paged } from '../history/parts/Paged.tsx';
import { Page } from '../settings/Page.tsx';
import styles from './Feedback.module.css';
import { FeedbackForm } from './FeedbackForm.tsx';
import { Journey } from './Journey.tsx';
import { StepChip, topicText } from './labels.tsx';

/** What the customer told the exchange, and what came of it. Other entries that people decide stand here too, because they may be asked about. */
export function FeedbackScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  return (
    <Page
      title={t('feedback.title')}
      lead={t('feedback.lead')}
      body={signedIn ? <Own /> : <SignInFirst title={t('feedback.signIn')} text={t('feedback.signInText')} />}
    />
  );
}

const again = () => {
  void cache.invalidate('GET system/case/list');
  void cache.invalidate('GET system/case/get');
};

function Own() {
  const t = useT();
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<string>();
  useEffect(() => on('notice', ({ kind }) => kind.startsWith('case.') && again()), []);
  const remote = useRead('GET system/case/list', { pageNo: page }, { needsSession: true, staleMs: 5_000, keepPrevious: true });
  return (
    <>
      <FeedbackForm
        onSent={(sent) => {
          again();
          setPage(1);
          setOpened(sent.id);
        }}
      />
      <section className={styles.part} aria-labelledby="feedback-own">
        <h2 id="feedback-own">{t('feedback.own')}</h2>
        <Paged
          {...{ remote, page }}
          onPage={setPage}
          pick={(answer) => answer}
          empty={
            <EmptyState icon={<IconDocument size={28} strokeWidth={1.5} aria-hidden />} title={t('feedback.none')}>
              {t('feedback.noneText')}
            </EmptyState>
          }
        >
          {(list) => (
            <ul className={styles.list}>
              {list.map((one) => (
                <Entry key={one.id} one={one} onOpen={() => setOpened(one.id)} />
              ))}
            </ul>
          )}
        </Paged>
      </section>
      {opened && (
        <Sheet open onClose={() => setOpened(undefined)} title={t('feedback.number', { no: opened })}>
          <Journey id={opened} onAnswered={again} />
        </Sheet>
      )}
    </>
  );
}

function Entry({ one, onOpen }: { one: OwnCase; onOpen: () => void }) {
  const t = useT();
  const zone = useTimeZone();
  return (
    <li>
      <button type="button" className={styles.entry} onClick={onOpen}>
        <span className={styles.entryHead}>
          <strong>{topicText(t, one)}</strong>
          <StepChip step={one.step} />
        </span>
        {one.text && <span className={styles.excerpt}>{one.text}</span>}
        <time className={styles.time} dateTime={new Date(one.createdAt).toISOString()}>
          {formatTime(one.createdAt, 'dateTime', zone)}
        </time>
      </button>
    </li>
  );
}
