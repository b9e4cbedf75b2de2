// The settings of a webhook in a dialog, with the messages of the server at their fields.
import { useEffect, useRef } from 'preact/hooks';
import { FILE } from '../data/files';
import { useLoaded } from '../data/load';
import { known, may } from '../data/model';
import { AS, IDS, saveForm } from '../data/webhook-form';
import { EVENT_NAMES, EVERY, eventTitle, typeTitle, type Webhook, type WithSecret } from '../data/webhooks';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Choices } from '../ui/choices';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { SimpleInput } from '../ui/simple-form';
import { useSubmit } from '../ui/submit';
import type { Role } from './roles';

interface Props {
  /** null: a new one. */
  readonly webhook: Webhook | null;
  readonly onClose: () => void;
  readonly onSaved: (saved: WithSecret | Webhook) => void;
}

const SEE_ROLES = 'plugin::users-permissions.role.find';

export function WebhookForm({ webhook, onClose, onSaved }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { issues, issueOf, failure, busy, onSubmit } = useSubmit(async (values) =>
    onSaved(await saveForm(webhook, values)),
  );
  const roles = useLoaded<{ roles: readonly Role[] }>(
    may(SEE_ROLES) ? `${known().prefix}/users-permissions/roles` : null,
  );
  /** The choice of a role is right only when the roles are there. */
  const isComplete = !may(SEE_ROLES) || roles.value !== null || roles.failure !== '';
  // The dialog is longer than most windows.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true], .refused input')?.focus();
  }, [issues]);
  const types = [
    ...known().types.map(({ uid }) => uid),
    ...(known().plugins.includes('upload') ? [FILE] : []),
  ];
  const headers = Object.entries(webhook?.headers ?? {});
  const isAtField = issues.some(({ path: [name] }) => FIELDS.has(String(name)));
  return (
    <Dialog title={webhook ? webhook.name : t('New webhook')} onClose={onClose}>
      <form class="narrow" ref={form} onSubmit={onSubmit}>
        {!isAtField && <Failure error={failure} />}
        <SimpleInput
          field={{ name: 'name', label: t('Name'), value: webhook?.name, required: true }}
          issue={issueOf('name')}
        />
        <SimpleInput
          field={{ name: 'url', label: t('Address'), kind: 'url', value: webhook?.url, required: true }}
          issue={issueOf('url')}
        />
        <Choices
          name="types"
          title={t('Content types')}
          every={EVERY}
          values={types}
          titleOf={typeTitle}
          chosen={webhook?.types ?? [EVERY]}
          issue={issueOf('types')}
        />
        <Choices
          name="events"
          title={t('Events')}
          every={EVERY}
          values={EVENT_NAMES}
          titleOf={eventTitle}
          chosen={webhook?.events ?? [EVERY]}
          issue={issueOf('events')}
        >
          <SimpleInput
            field={{ name: 'more', label: t('Events of plugins, one in each line'), kind: 'source' }}
            issue={undefined}
          />
        </Choices>
        <SimpleInput
          field={{
            name: 'condition',
            label: t('Condition, as JSON'),
            kind: 'source',
            value: webhook?.condition ? JSON.stringify(webhook.condition, null, 2) : '',
            help: t('As in filters, such as {example}. It needs exactly one content type.', {
              example: '{"title":{"$contains":"pond"}}',
            }),
          }}
          issue={issueOf('condition')}
        />
        {isComplete && (
          <SimpleInput
            field={{
              name: 'payload',
              label: t('Content'),
              choices: payloads(webhook, roles.value?.roles ?? []),
              value: webhook?.payload === 'document' ? AS + webhook.role : IDS,
            }}
            issue={issueOf('payload') ?? issueOf('role')}
          />
        )}
        <SimpleInput
          field={{
            name: 'format',
            label: t('Form'),
            choices: [
              ['quire', 'Quire'],
              ['strapi', 'Strapi'],
            ],
            value: webhook?.format,
          }}
          issue={issueOf('format')}
        />
        <SimpleInput
          field={{
            name: 'headers',
            label: t('Headers, one in each line, such as “X-Key: value”'),
            kind: 'source',
            value: headers.map(([name, value]) => `${name}: ${value}`).join('\n'),
            ...(headers.length > 0
              ? { help: t('“[hidden]” keeps a value, as long as the address leads to the same server.') }
              : {}),
          }}
          issue={issueOf('headers')}
        />
        <div class="row">
          <Button kind="main" type="submit" disabled={busy || !isComplete}>
            {webhook ? t('Save') : t('Create')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
}

const FIELDS: ReadonlySet<string> = new Set([
  ...['name', 'url', 'types', 'events', 'condition', 'payload', 'role', 'format', 'headers'],
]);

/** Without the permission to list roles: the role that everyone has, and the chosen one. */
function payloads(webhook: Webhook | null, roles: readonly Role[]) {
  const names = new Map(roles.map(({ type, name }) => [type, name]));
  for (const type of ['public', webhook?.role ?? 'public']) if (!names.has(type)) names.set(type, type);
  return [
    [IDS, t('Ids only')] as const,
    ...[...names].map(
      ([type, role]) => [AS + type, t('The document as the role {role} sees it', { role })] as const,
    ),
  ];
}
