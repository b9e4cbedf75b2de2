// The second factor of the own account: set up by a QR code, new recovery codes, and removal.
import { useEffect, useState } from 'preact/hooks';
import { encode } from 'uqr';
import { ask, askOnce, sessionRenewed } from '../data/client';
import { useLoaded } from '../data/load';
import { api, prefix } from '../data/place';
import { plural, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { SimpleForm } from '../ui/simple-form';

const at = `${prefix}/auth/two-factor`;
const CODE = { name: 'code', kind: 'code', required: true } as const;

interface SetUpProps {
  /** Of a login that needs a factor first. Without it, the session says who the user is, and the password proves it. */
  readonly challenge?: string;
  /** The factor is enabled, a new session is open, and the user has seen the recovery codes. */
  readonly onDone: (username: string) => void;
  readonly onCancel?: () => void;
}

interface Enabled {
  readonly username: string;
  readonly codes: readonly string[];
}

export function SetUp({ challenge, onDone, onCancel }: SetUpProps) {
  const [key, setKey] = useState<{ secret: string; url: string } | null>(null);
  const [failure, setFailure] = useState('');
  const [enabled, setEnabled] = useState<Enabled | null>(null);
  const isLogin = challenge !== undefined;
  const send = <T,>(path: string, body: object): Promise<T> =>
    askOnce<T>(`${at}/${path}`, { method: 'POST', body: { ...body, challenge }, isAnonymous: isLogin }).then(
      ({ data }) => data,
    );
  useEffect(() => {
    send<{ secret: string; url: string }>('setup', {}).then(setKey, (error: unknown) =>
      setFailure(error instanceof Error ? error.message : String(error)),
    );
  }, []);
  if (enabled) return <RecoveryCodes codes={enabled.codes} onDone={() => onDone(enabled.username)} />;
  return (
    <>
      {isLogin && <p>{t('Your role needs a second factor. Set it up now.')}</p>}
      {failure !== '' && <Notice kind="error">{failure}</Notice>}
      {failure !== '' && onCancel && <Button onClick={onCancel}>{t('Cancel')}</Button>}
      {key && (
        <>
          <p>{t('Scan the picture with an app for codes on your phone, or type the key into the app.')}</p>
          <QrCode text={key.url} />
          <p>
            <code class="key">{key.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          </p>
          <SimpleForm
            submit={t('Enable')}
            {...(onCancel ? { onCancel } : {})}
            fields={[
              { ...CODE, label: t('Code of your app') },
              ...(isLogin
                ? []
                : ([
                    { name: 'currentPassword', label: t('Your password'), kind: 'known', required: true },
                  ] as const)),
            ]}
            send={async (values) => {
              const done = await send<{
                recoveryCodes: string[];
                challenge: string;
                user: { username: string };
              }>('enable', values);
              setEnabled({ username: done.user.username, codes: done.recoveryCodes });
              // Sessions from before have ended. If this fails, the next request asks for the password.
              await askOnce(`${api}/login`, { method: 'POST', body: { challenge: done.challenge } });
              if (!isLogin) sessionRenewed();
            }}
          />
        </>
      )}
    </>
  );
}

/** The quiet zone around the code, in modules. */
const ZONE = 2;

function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { border: ZONE });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('QR code of the key')}>
      <path d={path} />
    </svg>
  );
}

function RecoveryCodes({
  codes,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}) {
  const text = codes.join('\n');
  return (
    <>
      <p>
        {t(
          'Keep these recovery codes. Each works once, in place of a code of the app. They are not shown again.',
        )}
      </p>
      <textarea readOnly class="code" aria-label={t('Recovery codes')} rows={codes.length} value={text} />
      <div class="row">
        <Button icon="copy" onClick={() => void navigator.clipboard.writeText(text)}>
          {t('Copy')}
        </Button>
        <Button kind="main" onClick={onDone}>
          {t('I have kept them')}
        </Button>
      </div>
    </>
  );
}

interface State {
  readonly enabled: boolean;
  readonly required: boolean;
  readonly recoveryCodes: number;
}

export function SecondFactor() {
  const { value, failure, again } = useLoaded<State>(at);
  const [task, setTask] = useState<'setup' | 'renew' | 'remove' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = (): void => {
    setTask(null);
    setCodes(null);
    again();
  };
  const post = (path: string, body: object) =>
    ask<{ recoveryCodes: string[] }>(`${at}/${path}`, { method: 'POST', body });
  return (
    <section class="part">
      <h2>{t('Second factor')}</h2>
      {failure !== '' && <Notice kind="error">{failure}</Notice>}
      {codes && <RecoveryCodes codes={codes} onDone={close} />}
      {value && task === null && <Summary state={value} choose={setTask} />}
      {task === 'setup' && <SetUp onDone={close} onCancel={close} />}
      {task === 'renew' && !codes && (
        <SimpleForm
          submit={t('New recovery codes')}
          onCancel={close}
          fields={[{ ...CODE, label: t('Code of your app, or a recovery code') }]}
          send={async (body) => setCodes((await post('recovery-codes', body)).data.recoveryCodes)}
        />
      )}
      {task === 'remove' && (
        <SimpleForm
          submit={t('Remove')}
          onCancel={close}
          fields={[{ ...CODE, label: t('Code of your app, or a recovery code') }]}
          send={async (body) => {
            await post('disable', body);
            close();
          }}
        />
      )}
    </section>
  );
}

interface SummaryProps {
  readonly state: State;
  readonly choose: (task: 'setup' | 'renew' | 'remove') => void;
}

function Summary({ state: { enabled, required, recoveryCodes }, choose }: SummaryProps) {
  if (!enabled)
    return (
      <>
        <p>
          {t('A login needs your password only. With a second factor, it needs a code of your phone, too.')}
        </p>
        <Button onClick={() => choose('setup')}>{t('Set up')}</Button>
      </>
    );
  return (
    <>
      <p>
        {t('A login needs a code of your phone.')}{' '}
        {plural(recoveryCodes, '{count} recovery code is left.', '{count} recovery codes are left.')}
      </p>
      <div class="row">
        <Button onClick={() => choose('renew')}>{t('New recovery codes')}</Button>
        {!required && (
          <Button kind="danger" onClick={() => choose('remove')}>
            {t('Remove')}
          </Button>
        )}
      </div>
      {required && <p class="help">{t('Your role needs it, so it cannot be removed.')}</p>}
    </>
  );
}
