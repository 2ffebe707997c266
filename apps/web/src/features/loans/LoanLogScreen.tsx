import { buttonClass, Segmented } from '@bourse/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lastValue, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { Beside } from '../deals/Beside.tsx';
import detailStyles from '../deals/Detail.module.css';
import lists from '../deals/Lists.module.css';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { LoanDetail } from './LoanDetail.tsx';
import { LoanList } from './parts/LoanList.tsx';
import { type Status, useLoan, useLoanNews } from './reads.ts';

const statuses = ['all', 'running', 'ended'] as const satisfies readonly Status[];
type Place = { id?: string; status?: Status };

/** All loans of a customer, and what happened to each. */
export function LoanLogScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  const navigate = useNavigate();
  const place = useSearch({ strict: false }) as Place;
  const status = statuses.find((one) => one === place.status) ?? 'all';
  const go = (next: Place) => void navigate({ to: '/funds/loans/log', search: next, replace: true, resetScroll: false });
  const filter = status === 'all' ? {} : { status };
  useLoanNews();
  const id = signedIn ? place.id : undefined;
  return (
    <Beside
      title={t('loans.logTitle')}
      lead={t('loans.logLead')}
      fallback="/funds"
      detail={id !== undefined && <Record key={id} {...{ id }} />}
      detailTitle={id === undefined ? t('loans.logTitle') : t('loans.loan', { id })}
      onClose={() => go(filter)}
    >
      {signedIn ? (
        <LoanList key={status} {...{ status }} chosen={id} onChoose={(loan) => go({ ...filter, id: loan })}>
          <div className={lists.choice}>
            <Segmented
              label={t('loans.yours')}
              value={status}
              onChange={(next) => go(next === 'all' ? {} : { status: next })}
              options={statuses.map((one) => ({ value: one, label: t(`loans.${one}`) }))}
            />
          </div>
        </LoanList>
      ) : (
        <SignInFirst />
      )}
    </Beside>
  );
}

function Record({ id }: { id: string }) {
  const t = useT();
  const state = lastValue(useLoan(id))?.loan.state;
  return (
    <div className={detailStyles.detail}>
      <LoanDetail record {...{ id }} />
      {(state === 'open' || state === 'waiting') && (
        <Link to="/funds/LOANS" search={{ id }} className={buttonClass({ size: 'large', wide: true })}>
          {t('loans.manage')}
        </Link>
      )}
    </div>
  );
}
