import { feedbackTopics, type OwnCase } from '@bourse/protocol';
import { Chip } from '@bourse/ui';
import { useT } from '../../i18n/index.ts';

const kinds = ['dayTrade', 'levelMatch', 'plus', 'loan', 'identity', 'screening', 'factorReset', 'lift'] as const;

/** What an entry is about: the topic of feedback, or the kind of anything else. */
export function topicText(t: ReturnType<typeof useT>, { kind, topic }: Pick<OwnCase, 'kind' | 'topic'>): string {
  const known = feedbackTopics.find((one) => one === topic);
  if (known) return t(`feedback.topic_${known}`);
  const declared = kinds.find((one) => one === kind);
  return declared ? t(`feedback.kind_${declared}`) : t('feedback.topic_other');
}

export function StepChip({ step }: Pick<OwnCase, 'step'>) {
  const t = useT();
  const tone = step === 'asked' ? 'warn' : step === 'passed' ? 'ok' : 'plain';
  return <Chip tone={tone}>{t(`feedback.step_${step}`)}</Chip>;
}
