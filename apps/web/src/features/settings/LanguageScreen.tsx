import { toast } from '@bourse/ui';
import { call, session, setPreference } from '../../data/index.ts';
import { offered, t as say, switchLanguage, useLanguage, useT } from '../../i18n/index.ts';
import { Choices } from './Choices.tsx';
import { Page } from './Page.tsx';

export function LanguageScreen() {
  const t = useT();
  const language = useLanguage();
  const choose = async (code: string) => {
    // Load the words first: do not select a language that cannot be loaded.
    try {
      await switchLanguage(code);
    } catch {
      toast('error', say('shell.chunkText'));
      return;
    }
    setPreference('language', code);
    // Letters and pushes follow. What cannot be told now is told at the next sign-in.
    if (session.signedIn) void call('PUT system/member/update-language', { language: code }, { noMsg: true }).catch(() => undefined);
    toast('success', say('settings.languageChanged'));
  };
  return (
    <Page
      title={t('settings.language')}
      lead={t('settings.languageText')}
      body={
        <Choices
          label={t('settings.language')}
          chosen={(code) => code === language}
          onChoose={(code) => void choose(code)}
          choices={offered.map(({ code, name }) => ({
            key: code,
            value: code,
            title: (
              <span lang={code} dir="auto">
                {name}
              </span>
            ),
            under: new Intl.DisplayNames([language === 'en-XA' || language === 'ar-XB' ? 'en' : language], { type: 'language' }).of(code),
          }))}
        />
      }
    />
  );
}
