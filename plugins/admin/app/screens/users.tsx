// Users: add, change, block and delete.

import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import { useLoaded } from '../data/load';
import { known, may } from '../data/model';
import { queryOf } from '../data/query';
import { t } from '../i18n/translate';
import { search, setSearch } from '../router';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Fact } from '../ui/fact';
import { Head } from '../ui/head';
import { Notice } from '../ui/notice';
import { Pager, pageOfAddress } from '../ui/pager';
import { SimpleForm } from '../ui/simple-form';
import { Table } from '../ui/table';
import type { Role } from './roles';

interface User {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly blocked: boolean;
  readonly confirmed: boolean;
  readonly role?: Role | null;
}

const PAGE = 50;
const SEE_ROLES = 'plugin::users-permissions.role.find';
const action = (verb: string): string => `plugin::users-permissions.user.${verb}`;

export function UsersScreen() {
  const { prefix } = known();
  const text = search.value.get('q') ?? '';
  const page = pageOfAddress();
  const words = {
    populate: may(SEE_ROLES) ? 'role' : undefined,
    sort: 'username',
    start: (page - 1) * PAGE,
    limit: PAGE,
    ...(text === ''
      ? {}
      : { filters: { $or: [{ username: { $containsi: text } }, { email: { $containsi: text } }] } }),
  };
  const users = useLoaded<readonly User[]>(`${prefix}/users${queryOf(words)}`);
  const roles = useLoaded<{ roles: readonly Role[] }>(
    may(SEE_ROLES) ? `${prefix}/users-permissions/roles` : null,
  );
  const [open, setOpen] = useState<User | 'new' | null>(null);
  const close = (): void => {
    setOpen(null);
    users.again();
  };
  return (
    <section>
      <Head title={t('Users')}>
        <input
          type="search"
          aria-label={t('Search users')}
          placeholder={t('Search')}
          value={text}
          onChange={(event) => setSearch({ q: event.currentTarget.value, page: null })}
        />
        {/* A new user needs a role. */}
        {may(action('create')) && may(SEE_ROLES) && (
          <Button kind="main" icon="plus" onClick={() => setOpen('new')}>
            {t('New')}
          </Button>
        )}
      </Head>
      {users.failure !== '' && <Notice kind="error">{users.failure}</Notice>}
      <Table
        caption={t('Users')}
        rows={users.value ?? []}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t('Name'),
            cell: (user) => (
              <Button kind="quiet" onClick={() => setOpen(user)}>
                {user.username}
              </Button>
            ),
          },
          { title: t('E-mail'), cell: ({ email }) => email },
          ...(may(SEE_ROLES) ? [{ title: t('Role'), cell: ({ role }: User) => role?.name ?? '–' }] : []),
          { title: t('State'), cell: stateOf },
        ]}
      />
      <footer class="row">
        <Pager page={page} isLast={(users.value?.length ?? 0) < PAGE} />
      </footer>
      {open !== null && (
        <UserDialog user={open === 'new' ? null : open} roles={roles.value?.roles ?? []} onClose={close} />
      )}
    </section>
  );
}

const stateOf = ({ blocked, confirmed }: User): string =>
  blocked ? t('Blocked') : confirmed ? t('Active') : t('Not confirmed');

const Facts = ({ user, onClose }: { readonly user: User; readonly onClose: () => void }) => (
  <>
    <dl class="facts">
      <Fact title={t('E-mail')}>
        <bdi>{user.email}</bdi>
      </Fact>
      {may(SEE_ROLES) && <Fact title={t('Role')}>{user.role?.name ?? '–'}</Fact>}
      <Fact title={t('State')}>{stateOf(user)}</Fact>
    </dl>
    <div class="row">
      <Button onClick={onClose}>{t('Close')}</Button>
    </div>
  </>
);

interface DialogProps {
  readonly user: User | null;
  readonly roles: readonly Role[];
  readonly onClose: () => void;
}

function UserDialog({ user, roles, onClose }: DialogProps) {
  const at = `${known().prefix}/users`;
  const [failure, setFailure] = useState('');
  const [sure, setSure] = useState(false);
  const fail = (error: unknown): void => setFailure(error instanceof Error ? error.message : String(error));
  const put = (body: object): Promise<unknown> => ask(`${at}/${user?.id}`, { method: 'PUT', body });
  return (
    <Dialog title={user?.username ?? t('New user')} onClose={onClose}>
      {failure !== '' && <Notice kind="error">{failure}</Notice>}
      {user && !may(action('update')) ? (
        <Facts user={user} onClose={onClose} />
      ) : (
        <SimpleForm
          submit={user ? t('Save') : t('Create')}
          onCancel={onClose}
          fields={[
            { name: 'username', label: t('Name'), value: user?.username, required: true },
            { name: 'email', label: t('E-mail'), kind: 'email', value: user?.email, required: true },
            {
              name: 'password',
              label: user ? t('New password (empty: unchanged)') : t('Password'),
              kind: 'password',
              required: !user,
            },
            ...(may(SEE_ROLES)
              ? [
                  {
                    name: 'role',
                    label: t('Role'),
                    value: String(user?.role?.id ?? ''),
                    choices: roles.map(({ id, name }) => [String(id), name] as const),
                  },
                ]
              : []),
          ]}
          send={async ({ password, role, ...values }) => {
            const body = {
              ...values,
              ...(role === undefined ? {} : { role: Number(role) }),
              ...(password === '' ? {} : { password }),
            };
            if (user) await put(body);
            else await ask(at, { method: 'POST', body: { ...body, confirmed: true } });
            onClose();
          }}
        />
      )}
      {user && (
        <div class="row">
          {may(action('update')) && (
            <Button onClick={() => void put({ blocked: !user.blocked }).then(onClose, fail)}>
              {user.blocked ? t('Unblock') : t('Block')}
            </Button>
          )}
          {may(action('destroy')) && !sure && (
            <Button kind="danger" onClick={() => setSure(true)}>
              {t('Delete')}
            </Button>
          )}
          {sure && (
            <Button
              kind="danger"
              onClick={() => void ask(`${at}/${user.id}`, { method: 'DELETE' }).then(onClose, fail)}
            >
              {t('Delete {name} for ever', { name: user.username })}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  );
}
