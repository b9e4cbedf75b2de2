// The page of a one-time link: the first administrator, or a new password.

import { useEffect, useState } from 'preact/hooks';
import { ApiError, askOnce, type Issue, type LoginStep } from '../data/client';
import { api, path, shortestPassword, siteName } from '../data/place';
import { msg, plural, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { LoginForm } from './login';

interface Props {
  readonly secret: string;
  readonly onEntered: () => void;
}

const FIELDS = [
  ['username', msg('Name'), 'text', 'username'],
  ['email', msg('E-mail'), 'email', 'email'],
  ['password', msg('Password'), 'password', 'new-password'],
] as const;

export function Welcome({ secret, onEntered }: Props) {
  const [user, setUser] = useState<string | null | undefined>(undefined);
  const [failure, setFailure] = useState('');
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  /** The password is set, and the login goes on with a second factor. */
  const [step, setStep] = useState<LoginStep | null>(null);
  const fail = (error: unknown): void => {
    setStep(error instanceof ApiError ? error.step : null);
    setFailure(error instanceof Error ? error.message : String(error));
    setIssues(error instanceof ApiError ? error.issues : []);
  };
  useEffect(() => {
    askOnce<{ username: string | null }>(`${api}/welcome/look`, { method: 'POST', body: { secret } }).then(
      ({ data }) => setUser(data.username),
      fail,
    );
  }, [secret]);
  const send = (form: HTMLFormElement): void => {
    const given = Object.fromEntries(new FormData(form));
    setFailure('');
    askOnce(`${api}/welcome`, { method: 'POST', body: { secret, ...given } }).then(onEntered, fail);
  };
  if (step !== null)
    return (
      <main class="door">
        <h1>{siteName}</h1>
        <p>
          {user === null
            ? t('Your account is made. One step is left.')
            : t('The new password is saved. One step is left.')}
        </p>
        <LoginForm expected={user ?? null} begun={step} onEntered={onEntered} />
      </main>
    );
  const shown = user === null ? FIELDS : FIELDS.slice(2);
  return (
    <main class="door">
      <h1>
        {user ? t('A new password for {name}', { name: user }) : t('Welcome to {site}', { site: siteName })}
      </h1>
      {user === null && <p>{t('Make the first administrator. You can add other people afterwards.')}</p>}
      {failure !== '' && <Notice kind="error">{failure}</Notice>}
      {user === undefined && failure !== '' && <a href={path}>{t('Log in')}</a>}
      {user !== undefined && (
        <form
          class="narrow"
          onSubmit={(event) => {
            event.preventDefault();
            send(event.currentTarget);
          }}
        >
          {shown.map(([name, label, type, autocomplete]) => {
            const issue = issues.find(({ path }) => path[0] === name);
            const given = {
              id: name,
              name,
              autocomplete,
              required: true,
              'aria-invalid': issue !== undefined,
              'aria-describedby':
                [...(type === 'password' ? ['password-help'] : []), ...(issue ? [`${name}-issue`] : [])].join(
                  ' ',
                ) || undefined,
            };
            return (
              <div class="field" key={name}>
                <label for={name}>{t(label)}</label>
                {type === 'password' && (
                  <>
                    <p class="help" id="password-help">
                      {plural(shortestPassword, 'At least {count} character', 'At least {count} characters')}
                    </p>
                    <input type="password" {...given} />
                  </>
                )}
                {type === 'email' && <input type="email" {...given} />}
                {type === 'text' && <input type="text" {...given} />}
                {issue && (
                  <p class="issue" id={`${name}-issue`}>
                    {issue.message}
                  </p>
                )}
              </div>
            );
          })}
          <Button kind="main" type="submit">
            {user === null ? t('Create and open') : t('Save and open')}
          </Button>
        </form>
      )}
    </main>
  );
}
