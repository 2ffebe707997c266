import { List, Row } from '@bourse/ui';
import { useState } from 'react';
import { useRead, useSignedIn, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { Paged } from '../history/parts/Paged.tsx';
import { Page } from '../settings/Page.tsx';
import { NoneYet } from './NoneYet.tsx';

/** `/invite/inviteFriends`: who came by the customer's codes, masked. */
export function FriendsScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  return (
    <Page
      title={t('referral.friendsTitle')}
      fallback="/invite"
      body={signedIn ? <Friends /> : <SignInFirst title={t('referral.title')} text={t('referral.signIn')} />}
    />
  );
}

function Friends() {
  const t = useT();
  const zone = useTimeZone();
  const [page, setPage] = useState(1);
  const remote = useRead('GET system/invite-code/friends', { pageNo: page }, { needsSession: true, staleMs: 30_000, keepPrevious: true });
  return (
    <Paged
      {...{ remote, page }}
      onPage={setPage}
      pick={(answer) => answer}
      empty={<NoneYet title={t('referral.friendsNone')} text={t('referral.friendsNoneText')} />}
    >
      {(list) => (
        <List label={t('referral.friendsTitle')}>
          {list.map(({ friend, joinedAt, code, ownPart, friendPart }) => (
            <Row
              key={`${friend}${joinedAt}`}
              tall
              title={<bdi>{friend}</bdi>}
              under={t('referral.friendsUnder', { time: formatTime(joinedAt, 'dateTime', zone), code })}
              endUnder={t('referral.friendsSplit', { own: ownPart, friend: friendPart })}
            />
          ))}
        </List>
      )}
    </Paged>
  );
}
