import { Button, Select, TextField } from '@bourse/ui';
import { DataTable } from '@bourse/ui/table.ts';
import { useState } from 'react';
import styles from '../Console.module.css';
import { type AdminOutput, act } from '../data/api.ts';
import { useRead } from '../data/use-read.ts';
import { ReasonDialog } from '../parts/ReasonDialog.tsx';
import { Head, Remote } from '../parts/Screen.tsx';
import { named, t } from '../words.ts';

type Setting = AdminOutput<'GET setting/list'>[number];

/** Published settings: what the app shows to whoever has chosen nothing. */
export function SettingsScreen() {
  const read = useRead('GET setting/list', {});
  const [chosen, setChosen] = useState<Setting>();
  const [value, setValue] = useState('');
  const open = (setting: Setting) => {
    setChosen(setting);
    setValue(setting.value);
  };
  return (
    <>
      <Head title={t('console.nav.settings')} read={read} />
      <p className={styles.lead}>{t('console.settingsLead')}</p>
      <Remote read={read}>
        {(settings) => (
          <DataTable
            label={t('console.nav.settings')}
            csvName="settings"
            rows={settings}
            rowKey={({ key }) => key}
            columns={[
              { id: 'key', head: t('console.name'), cell: ({ key }) => named('setting', key), text: ({ key }) => key },
              { id: 'value', head: t('console.value'), cell: (row) => row.value || t('console.own'), text: (row) => row.value },
              {
                id: 'change',
                head: t('console.change'),
                cell: (row) => (
                  <Button kind="outline" size="small" onClick={() => open(row)}>
                    {t('console.change')}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Remote>
      <ReasonDialog
        open={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title={named('setting', chosen?.key ?? '')}
        text={t('console.settingText', { before: chosen?.value || t('console.own') })}
        ready={chosen !== undefined && value !== chosen.value}
        onDo={async (reason) => {
          if (!chosen) return;
          await act('POST setting/set', { key: chosen.key, value, reason });
          read.again();
        }}
      >
        {chosen && chosen.choices.length > 0 ? (
          <Select
            labelled
            label={t('console.value')}
            value={value}
            options={chosen.choices.map((one) => ({ value: one, label: one }))}
            onChange={setValue}
          />
        ) : (
          <TextField label={t('console.value')} value={value} maxLength={200} onChange={setValue} />
        )}
      </ReasonDialog>
    </>
  );
}
