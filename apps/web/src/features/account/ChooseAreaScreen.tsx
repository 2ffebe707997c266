import { useRouter } from '@tanstack/react-router';
import { useT } from '../../i18n/index.ts';
import { AreaList } from './parts/AreaPicker.tsx';
import { SettingsPage } from './parts/SettingsPage.tsx';
import { useArea } from './parts/useArea.ts';

/** The country of a phone number as a page, for links that lead here. The forms open the same list as a sheet. */
export function ChooseAreaScreen() {
  const t = useT();
  const { history } = useRouter();
  const { area, choose } = useArea();
  return (
    <SettingsPage title={t('account.areaTitle')}>
      <AreaList
        chosen={area}
        onChoose={(code) => {
          choose(code);
          history.back();
        }}
      />
    </SettingsPage>
  );
}
