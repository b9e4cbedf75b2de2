// The form of a webhook as a body of the API.
import { t } from '../i18n/translate';
import { ApiError } from './client';
import { saveWebhook, type Webhook, type WebhookBody, type WithSecret } from './webhooks';

/** Values of the choice of what is sent: ids, or the document as a role sees it. */
export const IDS = 'ids';
export const AS = 'document:';

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const refuse = (name: string, message: string): ApiError =>
  new ApiError(400, message, [{ path: [name], message }]);

function conditionOf(text: string): WebhookBody['condition'] {
  try {
    return text.trim() === '' ? null : JSON.parse(text);
  } catch (error) {
    throw refuse('condition', t('This is no JSON: {problem}', { problem: (error as Error).message }));
  }
}

function headersOf(text: string): WebhookBody['headers'] {
  const pairs = linesOf(text).map((line) => {
    const [, name, value = ''] = /^([^:]+):(.*)$/.exec(line) ?? [];
    if (name === undefined) throw refuse('headers', t('Write each header as “Name: value”.'));
    return [name.trim(), value.trim()] as const;
  });
  return Object.fromEntries(pairs);
}

/** Throws what was refused, at its field. */
export async function saveForm(webhook: Webhook | null, values: FormData): Promise<WithSecret | Webhook> {
  const text = (name: string): string => String(values.get(name) ?? '');
  const some = (name: string): readonly string[] => values.getAll(name).map(String);
  const payload = text('payload');
  const isWhole = payload.startsWith(AS);
  const body: WebhookBody = {
    name: text('name'),
    url: text('url'),
    types: some('types'),
    events: [...new Set([...some('events'), ...linesOf(text('more'))])],
    condition: conditionOf(text('condition')),
    payload: isWhole ? 'document' : 'ids',
    role: isWhole ? payload.slice(AS.length) : (webhook?.role ?? 'public'),
    format: text('format') === 'strapi' ? 'strapi' : 'quire',
    headers: headersOf(text('headers')),
    enabled: webhook?.enabled ?? true,
  };
  try {
    return await saveWebhook(webhook?.id ?? null, body);
  } catch (error) {
    // Checks that need the application name the field in another way than checks of the body.
    if (error instanceof ApiError && typeof error.details.key === 'string')
      throw refuse(error.details.key, error.message);
    throw error;
  }
}
