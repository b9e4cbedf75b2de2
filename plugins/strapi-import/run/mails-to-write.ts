// Mail templates that Strapi keeps in its database, as configuration. Their senders are settings of the plugin email.
import { check } from '../../../core';

/** The key of the templates in the store. */
export const MAILS = 'plugin_users-permissions_email';

const NAMES = { reset_password: 'resetPassword', email_confirmation: 'confirmation' } as const;

/** The sender of Strapi's own templates. */
const OF_STRAPI = 'no-reply@strapi.io';

export function mailsToWrite(stored: unknown): string[] {
  const mails: Record<string, object> = {};
  const senders = new Set<string>();
  const notes: string[] = [];
  for (const [key, name] of Object.entries(NAMES)) {
    const template = check.isPlainObject(stored) ? stored[key] : undefined;
    const options = check.isPlainObject(template) ? template.options : undefined;
    if (!check.isPlainObject(options)) continue;
    const subject = translated(String(options.object ?? ''));
    const html = translated(String(options.message ?? ''));
    const left = /<%[\s\S]*?%>/.exec(`${subject}${html}`)?.[0];
    if (left !== undefined)
      notes.push(
        `Not imported: the mail template ${key}: it uses ${left}; write mails.${name} of users-permissions with {{url}} and {{code}}`,
      );
    else if (subject !== '' && html !== '') mails[name] = { subject, html, text: plain(html) };
    const { from } = options;
    if (check.isPlainObject(from) && typeof from.email === 'string' && from.email !== OF_STRAPI)
      senders.add(from.name ? `${String(from.name)} <${from.email}>` : from.email);
  }
  const [sender] = senders;
  const lines: object[] = [];
  if (Object.keys(mails).length > 0) lines.push({ 'users-permissions': { config: { mails } } });
  if (sender !== undefined) lines.push({ email: { config: { settings: { defaultFrom: sender } } } });
  return [...lines.map((config) => `Write in config/plugins: ${JSON.stringify(config)}`), ...notes];
}

/** `<%= URL %>?code=<%= TOKEN %>` → `{{url}}`, which has the code. */
const translated = (text: string): string =>
  text
    .replace(/<%=\s*URL\s*%>\?(?:code|confirmation)=<%=\s*(?:TOKEN|CODE)\s*%>/g, '{{url}}')
    .replace(/<%=\s*(?:TOKEN|CODE)\s*%>/g, '{{code}}');

const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
