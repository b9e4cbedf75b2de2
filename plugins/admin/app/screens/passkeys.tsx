// The passkeys of the own account: added, renamed, confirmed after a new password, and removed.
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
  /** False: the password has changed since. */
  readonly signsIn: boolean;
  readonly createdAt: string;
  readonly usedAt: string | null;
}

type Task = 'rename' | 'confirm' | 'remove';

const PASSWORD = { name: 'currentPassword', kind: 'known', required: true } as const;

export function Passkeys() {
  const { value, failure, fail, again } = useLoaded<{ data: readonly Passkey[] }>(passkeysAt);
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
            {task?.id === passkey.id && task.name !== 'remove' ? (
              <TaskForm passkey={passkey} task={task.name} onDone={close} />
            ) : (
              <>
                <bdi>
                  <strong>{passkey.name}</strong>
                </bdi>
                <br />
                <small>
                  {passkey.usedAt === null
                    ? t('Added {moment}', { moment: agoOf(passkey.createdAt) })
                    : t('Last used {moment}', { moment: agoOf(passkey.usedAt) })}
                </small>
                {!passkey.signsIn && (
                  <p class="help">
                    {t('Your password has changed since. Confirm the passkey if it is yours, or remove it.')}
                  </p>
                )}
                <Choices
                  passkey={passkey}
                  isSure={task?.id === passkey.id}
                  choose={(name) => setTask({ id: passkey.id, name })}
                  remove={() =>
                    void ask(`${passkeysAt}/${passkey.id}`, { method: 'DELETE' }).then(close, fail)
                  }
                />
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
  readonly task: 'rename' | 'confirm';
  readonly onDone: () => void;
}

function TaskForm({ passkey: { id, name }, task, onDone }: TaskFormProps) {
  const isName = task === 'rename';
  return (
    <SimpleForm
      submit={isName ? t('Rename') : t('Confirm')}
      onCancel={onDone}
      fields={
        isName
          ? [{ name: 'name', label: t('Name of the passkey'), value: name, required: true }]
          : [{ ...PASSWORD, label: t('Your password') }]
      }
      send={async (body) => {
        const at = `${passkeysAt}/${id}${isName ? '' : '/confirm'}`;
        await ask(at, { method: isName ? 'PUT' : 'POST', body });
        onDone();
      }}
    />
  );
}

interface ChoicesProps {
  readonly passkey: Passkey;
  readonly isSure: boolean;
  readonly choose: (task: Task) => void;
  readonly remove: () => void;
}

const Choices = ({ passkey, isSure, choose, remove }: ChoicesProps) => (
  <div class="row">
    {!passkey.signsIn && <Button onClick={() => choose('confirm')}>{t('Confirm')}</Button>}
    <Button kind="quiet" onClick={() => choose('rename')}>
      {t('Rename')}
    </Button>
    {isSure ? (
      <Button kind="danger" onClick={remove}>
        {t('Remove {name}', { name: passkey.name })}
      </Button>
    ) : (
      <Button kind="quiet" onClick={() => choose('remove')}>
        {t('Remove')}
      </Button>
    )}
  </div>
);
