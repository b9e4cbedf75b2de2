// Login, also over a form whose session has ended.

import { useState } from 'preact/hooks';
import { ApiError, askOnce, type LoginStep, sessionRenewed } from '../data/client';
import { api, hasPasskeys, isNew, siteName } from '../data/place';
import { rich, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { late } from '../ui/late';
import { Notice } from '../ui/notice';

const SetUp = late(async () => (await import('./second-factor')).SetUp);

export interface LoginProps {
  /** The user of the session that ended. */
  readonly expected: string | null;
  /** Of a user whose password was checked already. */
  readonly begun?: LoginStep;
  readonly onEntered: (username: string) => void;
}

export function LoginForm({ expected, begun, onEntered }: LoginProps) {
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  /** Of a user with a second factor, or one who needs one, after the password. */
  const [step, setStep] = useState<LoginStep | null>(begun ?? null);
  const enter = (username: string): void => {
    onEntered(username);
    // The waiting requests are those of the former person.
    if (expected === null || username === expected) sessionRenewed();
  };
  const send = async (bodyOf: () => object | Promise<object>): Promise<void> => {
    setBusy(true);
    setFailure('');
    try {
      const body = { ...(await bodyOf()), ...(step === null ? {} : { challenge: step.challenge }) };
      const { data } = await askOnce<{ user: { username: string } }>(`${api}/login`, {
        method: 'POST',
        body,
      });
      enter(data.user.username);
    } catch (error) {
      const next = error instanceof ApiError ? error.step : null;
      if (next !== null) setStep(next);
      else setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const startAgain = (): void => {
    // A challenge ends after ten minutes, and with the password.
    setStep(null);
    setFailure('');
  };
  if (step?.name === 'setup')
    return <SetUp challenge={step.challenge} onDone={enter} onCancel={startAgain} />;
  return (
    <form
      class="narrow"
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget);
        void send(() => Object.fromEntries(given));
      }}
    >
      {failure !== '' && <Notice kind="error">{failure}</Notice>}
      {step === null ? (
        <>
          <div class="field">
            <label for="identifier">{t('Name or address')}</label>
            <input
              id="identifier"
              name="identifier"
              type="text"
              autocomplete="username"
              required
              defaultValue={expected ?? ''}
            />
          </div>
          <div class="field">
            <label for="password">{t('Password')}</label>
            <input id="password" name="password" type="password" autocomplete="current-password" required />
          </div>
        </>
      ) : step.name === 'passkey' ? (
        <p>{t('Your account needs a second factor.')}</p>
      ) : (
        <div class="field">
          <label for="code">{t('Code of your app, or a recovery code')}</label>
          <input id="code" name="code" type="text" autocomplete="one-time-code" required autofocus />
        </div>
      )}
      {step?.name !== 'passkey' && (
        <Button kind="main" type="submit" disabled={busy}>
          {t('Log in')}
        </Button>
      )}
      {(step === null ? hasPasskeys : step.factors.includes('passkey')) && (
        <Button disabled={busy} onClick={() => void send(passkeyBody)}>
          {step === null ? t('Sign in with a passkey') : t('Use a passkey')}
        </Button>
      )}
      {step !== null && (
        <Button kind="quiet" disabled={busy} onClick={startAgain}>
          {t('Start again')}
        </Button>
      )}
    </form>
  );
}

async function passkeyBody(): Promise<object> {
  const { knownPasskey } = await import('../data/passkeys');
  return { passkey: await knownPasskey() };
}

export const Login = ({ onEntered }: Pick<LoginProps, 'onEntered'>) => (
  <main class="door">
    <h1>{siteName}</h1>
    <LoginForm expected={null} onEntered={onEntered} />
    <p class="help">
      {isNew
        ? rich(
            'There is no administrator yet. Quire printed a link at its start; {command} prints another.',
            {
              command: <code>npx quire admin link</code>,
            },
          )
        : rich('Without a password? An operator can run {command}.', {
            command: <code>npx quire admin link --user NAME</code>,
          })}
    </p>
  </main>
);
