// The passkeys of the own account: added, renamed, confirmed, such as after a new password, and removed.
import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import { useLoaded } from '../data/load';
import { newPasskey, passkeysAt } from '../data/passkeys';
import { agoOf } from '../i18n/moments';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { SimpleForm } from '../ui/simple-form';

interface Passkey {
  readonly id: number;
  readonly name: string;
  /** False: the tokens of the user have ended since. */
  readonly signsIn: boolean;
  readonly createdAt: string;
  readonly usedAt: string | null;
}

type Task = 'rename' | 'confirm' | 'remove';

const PASSWORD = { name: 'currentPassword', kind: 'known', required: true } as const;

export function Passkeys() {
  const { value, failure, again } = useLoaded<{ data: readonly Passkey[] }>(passkeysAt);
  const [adding, setAdding] = useState(false);
  const [task, setTask] = useState<{ readonly id: number; readonly name: Task } | null>(null);
  const close = (): void => {
    setAdding(false);
    setTask(null);
    again();
  };
  return (
    <section class="part">
      <h2>{t('Passkeys')}</h2>
      {failure !== '' && <Notice kind="error">{failure}</Notice>}
      <p>{t('With a passkey, you log in by your finger, your face or the PIN of your device.')}</p>
      <ul class="list">
        {value?.data.map((passkey) => (
          <li key={passkey.id}>
            <bdi>
              <strong>{passkey.name}</strong>
            </bdi>
            {task?.id === passkey.id ? (
              <TaskForm passkey={passkey} task={task.name} onDone={close} />
            ) : (
              <>
                <br />
                <small>
                  {passkey.usedAt === null
                    ? t('Added {moment}', { moment: agoOf(passkey.createdAt) })
                    : t('Last used {moment}', { moment: agoOf(passkey.usedAt) })}
                </small>
                {!passkey.signsIn && (
                  <p class="help">
                    {t(
                      'All logins of your account have ended since, for example by a new password. Confirm the passkey if it is yours, or remove it.',
                    )}
                  </p>
                )}
                <Choices passkey={passkey} choose={(name) => setTask({ id: passkey.id, name })} />
              </>
            )}
          </li>
        ))}
      </ul>
      {adding ? (
        <SimpleForm
          submit={t('Add')}
          onCancel={close}
          fields={[
            { name: 'name', label: t('Name of the passkey'), required: true },
            { ...PASSWORD, label: t('Your password') },
          ]}
          send={async ({ name, currentPassword }) => {
            const response = await newPasskey(currentPassword ?? '');
            await ask(passkeysAt, { method: 'POST', body: { name, response } });
            close();
          }}
        />
      ) : (
        <Button onClick={() => setAdding(true)}>{t('Add a passkey')}</Button>
      )}
    </section>
  );
}

interface TaskFormProps {
  readonly passkey: Passkey;
  readonly task: Task;
  readonly onDone: () => void;
}

function TaskForm({ passkey: { id, name }, task, onDone }: TaskFormProps) {
  const { submit, path, method } = {
    rename: { submit: t('Rename'), path: '', method: 'PUT' as const },
    confirm: { submit: t('Confirm'), path: '/confirm', method: 'POST' as const },
    remove: { submit: t('Remove {name}', { name }), path: '', method: 'DELETE' as const },
  }[task];
  return (
    <SimpleForm
      submit={submit}
      onCancel={onDone}
      fields={
        task === 'rename'
          ? [{ name: 'name', label: t('Name of the passkey'), value: name, required: true }]
          : [{ ...PASSWORD, label: t('Your password') }]
      }
      send={async (body) => {
        await ask(`${passkeysAt}/${id}${path}`, { method, body });
        onDone();
      }}
    />
  );
}

interface ChoicesProps {
  readonly passkey: Passkey;
  readonly choose: (task: Task) => void;
}

const Choices = ({ passkey, choose }: ChoicesProps) => (
  <div class="row">
    {!passkey.signsIn && <Button onClick={() => choose('confirm')}>{t('Confirm')}</Button>}
    <Button kind="quiet" onClick={() => choose('rename')}>
      {t('Rename')}
    </Button>
    <Button kind="quiet" onClick={() => choose('remove')}>
      {t('Remove')}
    </Button>
  </div>
);
