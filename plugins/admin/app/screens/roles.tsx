// Roles as a matrix: one row for each part of the API, one box for each action. A rule of an action stays as it is.

import { useState } from 'preact/hooks';
import { asRole, openAs } from '../data/as-role';
import { ask } from '../data/client';
import { useLoaded } from '../data/load';
import { known, may, readable, typeOf } from '../data/model';
import { path } from '../data/place';
import { plural, t } from '../i18n/translate';
import { steps } from '../router';
import { Button } from '../ui/button';
import { Closed } from '../ui/closed';
import { Dialog } from '../ui/dialog';
import { Head, ScreenTitle } from '../ui/head';
import { Notice, say } from '../ui/notice';
import { SimpleForm } from '../ui/simple-form';
import { Table } from '../ui/table';

export interface Role {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly nb_users?: number;
}

interface Leaf {
  readonly enabled: boolean;
  readonly policy: string;
  readonly where?: unknown;
  readonly fields?: readonly string[];
}
type Tree = Readonly<
  Record<string, { readonly controllers: Readonly<Record<string, Readonly<Record<string, Leaf>>>> }>
>;

const action = (verb: string): string => `plugin::users-permissions.role.${verb}`;
const at = (): string => `${known().prefix}/users-permissions/roles`;

export function RolesScreen() {
  const [, id] = steps.value;
  if (id === undefined) return <RoleList />;
  return may(action('findOne')) ? <RoleScreen key={id} id={id} /> : <Closed action={action('findOne')} />;
}

function RoleList() {
  const { value, failure, again } = useLoaded<{ roles: readonly Role[] }>(at());
  const [adding, setAdding] = useState(false);
  return (
    <section>
      <Head title={t('Roles')}>
        {may(action('createRole')) && (
          <Button kind="main" icon="plus" onClick={() => setAdding(true)}>
            {t('New')}
          </Button>
        )}
      </Head>
      {failure !== '' && <Notice kind="error">{failure}</Notice>}
      <Table
        caption={t('Roles')}
        rows={value?.roles ?? []}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t('Name'),
            cell: ({ id, name }) =>
              may(action('findOne')) ? <a href={`${path}/roles/${id}`}>{name}</a> : name,
          },
          { title: t('Description'), cell: ({ description }) => description },
          { title: t('Users'), cell: (role) => role.nb_users },
        ]}
      />
      {adding && (
        <Dialog title={t('New role')} onClose={() => setAdding(false)}>
          <SimpleForm
            submit={t('Create')}
            onCancel={() => setAdding(false)}
            fields={[
              { name: 'name', label: t('Name'), required: true },
              { name: 'description', label: t('Description'), kind: 'lines' },
            ]}
            send={async (body) => {
              await ask(at(), { method: 'POST', body: { ...body, permissions: {} } });
              setAdding(false);
              again();
            }}
          />
        </Dialog>
      )}
    </section>
  );
}

const titleOf = (owner: string, controller: string): string =>
  typeOf(`${owner}.${controller}`)?.title ??
  `${readable(owner.replace(/^(api|plugin)::/, ''))}, ${readable(controller)}`;

function RoleScreen({ id }: { readonly id: string }) {
  const { value, failure, fail } = useLoaded<{ role: Role & { readonly permissions: Tree } }>(
    `${at()}/${id}`,
  );
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>({});
  const [filter, setFilter] = useState('');
  const role = value?.role;
  if (!role)
    return failure === '' ? <p class="nothing">{t('Loading …')}</p> : <Notice kind="error">{failure}</Notice>;
  const lines = Object.entries(role.permissions).flatMap(([owner, { controllers }]) =>
    Object.entries(controllers).map(([controller, verbs]) => ({
      owner,
      controller,
      verbs,
      title: titleOf(owner, controller),
    })),
  );
  const shown = lines.filter(({ title, owner }) =>
    `${title} ${owner}`.toLowerCase().includes(filter.toLowerCase()),
  );
  const isOn = (name: string, leaf: Leaf): boolean => changed[name] ?? leaf.enabled;
  const count = lines.reduce(
    (sum, { owner, controller, verbs }) =>
      sum +
      Object.entries(verbs).filter(([verb, leaf]) => isOn(`${owner}.${controller}.${verb}`, leaf)).length,
    0,
  );
  const save = async (): Promise<void> => {
    const permissions = Object.fromEntries(
      Object.entries(role.permissions).map(([owner, { controllers }]) => [
        owner,
        {
          controllers: Object.fromEntries(
            Object.entries(controllers).map(([controller, verbs]) => [
              controller,
              Object.fromEntries(
                Object.entries(verbs).map(([verb, leaf]) => [
                  verb,
                  { ...leaf, enabled: isOn(`${owner}.${controller}.${verb}`, leaf) },
                ]),
              ),
            ]),
          ),
        },
      ]),
    );
    await ask(`${at()}/${id}`, { method: 'PUT', body: { permissions } });
    say(t('Saved'));
    location.reload();
  };
  return (
    <section>
      <header class="head sticky">
        <div>
          <a href={`${path}/roles`}>{t('Roles')}</a>
          <ScreenTitle title={role.name} of={t('Roles')} />
        </div>
        <span class="grow" />
        <span>{plural(count, '{count} permission', '{count} permissions')}</span>
        <input
          type="search"
          aria-label={t('Search permissions')}
          placeholder={t('Search')}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
        {may('plugin::admin.role.preview') && asRole.value === null && (
          <Button onClick={() => openAs(role)}>{t('See as this role')}</Button>
        )}
        {may(action('updateRole')) && (
          <Button
            kind="main"
            disabled={Object.keys(changed).length === 0}
            onClick={() => void save().catch(fail)}
          >
            {t('Save')}
          </Button>
        )}
      </header>
      {failure !== '' && <Notice kind="error">{failure}</Notice>}
      <p>{role.description}</p>
      {shown.map(({ owner, controller, verbs, title }) => (
        <fieldset class="matrix" key={owner + controller}>
          <legend>
            {title} <code>{owner}</code>
          </legend>
          {Object.entries(verbs).map(([verb, leaf]) => {
            const name = `${owner}.${controller}.${verb}`;
            const ruled = leaf.where !== undefined || leaf.fields !== undefined;
            return (
              <label key={verb} title={name}>
                <input
                  type="checkbox"
                  checked={isOn(name, leaf)}
                  disabled={!may(action('updateRole'))}
                  onChange={() => setChanged((now) => ({ ...now, [name]: !isOn(name, leaf) }))}
                />
                {readable(verb)}
                {ruled && (
                  <small title={JSON.stringify({ where: leaf.where, fields: leaf.fields })}>
                    {' '}
                    {t('with a rule')}
                  </small>
                )}
              </label>
            );
          })}
        </fieldset>
      ))}
    </section>
  );
}
