import { zoneOf } from '@bourse/identity';
import { CallError } from '@bourse/protocol/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { session } from '../../data/index.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import { documentOf, emptyDraft } from './application.ts';
import { VerifiedScreen } from './VerifiedScreen.tsx';

const state = 'GET pay/realname/get';
const create = 'POST pay/realname/create';
const sentAt = Date.UTC(2026, 2, 1, 9);
const waiting = { level: 1, status: 2, createdAt: sentAt, decidedAt: null, reasonCode: null, remark: null } as const;
const typed = { surname: 'Eriksson', givenNames: 'Anna Maria', nationality: 'SWE', issuer: 'SWE', number: 'L898902C3' } as const;

const signIn = (loginType: 1 | 2) => session.signIn({ accessToken: 'access', refreshToken: 'refresh', userId: '7', loginType });

beforeEach(() => {
  signIn(1);
  server.on(state, { level: 0, application: null });
  server.on('GET system/area-code/list', [{ areaCode: '+46', country: 'SE', name: 'Sweden', isDefault: false }]);
});
const screen = async () => {
  const shown = await show(<VerifiedScreen />);
  await pass(100);
  return shown;
};
type Shown = Awaited<ReturnType<typeof screen>>;

async function fillAll({ fill, page, person }: Shown): Promise<void> {
  await fill('Surname', typed.surname);
  await fill('Given names', typed.givenNames);
  await fill('Nationality', typed.nationality);
  await fill('Address', 'Storgatan 1, Stockholm');
  await fill('Issued by', typed.issuer);
  await fill('Document number', typed.number);
  for (const [name, day] of [
    ['Date of birth', '1974-08-12'],
    ['Valid until', '2035-01-01'],
  ] as const)
    await person.type(page.getByLabelText(name), day);
  await person.selectOptions(page.getByLabelText('Country'), 'SE');
  await pass(0);
}

describe('the screen of the own identity', () => {
  it('shows the lines that the document must have, and sends what was typed once', async () => {
    const shown = await screen();
    expect(shown.text()).toContain('the lines that your document must show appear here');
    await fillAll(shown);
    const lines = zoneOf(documentOf({ ...emptyDraft, ...typed, birthDate: '1974-08-12', expiryDate: '2035-01-01' }));
    expect(shown.text()).toContain(lines.join('\n'));
    let answer = (_: typeof waiting) => {};
    server.on(create, () => new Promise((resolve) => (answer = resolve)));
    await shown.press('Send application');
    // Enter sends the form as well, and the first answer has not come.
    await shown.person.type(shown.field('Surname'), '{Enter}');
    await pass(0);
    server.on(state, { level: 0, application: waiting });
    answer(waiting);
    await pass(500);
    expect(server.sent(create).map(({ input }) => input)).toEqual([
      {
        ...{ level: 1, surname: 'Eriksson', givenNames: 'Anna Maria', birthDate: '1974-08-12', nationality: 'SWE', residence: 'SE' },
        ...{ address: 'Storgatan 1, Stockholm', evidence: [] },
        document: { form: 'TD3', type: 'P', issuer: 'SWE', number: 'L898902C3', expiryDate: '2035-01-01', sex: 'X' },
      },
    ]);
    expect(shown.text()).toContain('A person is reviewing it');
    expect(shown.page.queryByRole('button', { name: 'Send application' })).toBeNull();
    expect(sessionStorage.getItem('identity_draft')).toBeNull();
  });

  it('names each field that is wrong, sends nothing, and keeps what was typed over a reload', async () => {
    const shown = await screen();
    await shown.fill('Surname', '王');
    await shown.press('Send application');
    expect(server.sent(create)).toEqual([]);
    expect(shown.problemOf('Surname')).toContain('Latin letters');
    expect(shown.problemOf('Document number')).toContain('fill this in');
    expect(shown.text()).toContain('Choose a country');
    shown.unmount();
    const again = await screen();
    expect(again.field('Surname').value).toBe('王');
  });

  it('shows a refusal beside the button, and what was typed stays', async () => {
    server.on(create, () => {
      throw new CallError(2092, 403, 'You must be 18 or older to have an account.');
    });
    const shown = await screen();
    await fillAll(shown);
    await shown.press('Send application');
    await pass(100);
    expect(shown.text()).toContain('You must be 18 or older to have an account.');
    expect(shown.field('Surname').value).toBe('Eriksson');
  });

  it('says why an application did not pass, and offers to apply again', async () => {
    server.on(state, {
      level: 1,
      application: { ...waiting, level: 2, status: -1, decidedAt: sentAt, reasonCode: 'unreadable', remark: 'The photo is too dark' },
    });
    const { text, press, page } = await screen();
    expect(text()).toContain('A picture or a field could not be read.');
    expect(text()).toContain('The photo is too dark');
    await press('Send application');
    expect(page.getAllByText('This picture is missing.')).toHaveLength(3);
    expect(server.sent(create)).toEqual([]);
  });

  it('says when it cannot be read', async () => {
    server.on(state, () => {
      throw new CallError(9001, 503, 'Not available now.');
    });
    const { text } = await screen();
    await pass(30_000);
    expect(text()).toContain('Not available now.');
  });

  it('tells a demo account that it needs none', async () => {
    signIn(2);
    expect((await screen()).text()).toContain('A demo account needs no identity');
  });
});
