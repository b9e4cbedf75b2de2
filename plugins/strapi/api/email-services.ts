// `strapi.plugin('email').service('email')`.
import { type App, check, EMAIL } from '../../../core';

interface Mail {
  readonly to: string | readonly string[];
  readonly from?: string;
  readonly replyTo?: string;
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
}

type Container = Pick<App, 'container'>;

const PARTS = ['subject', 'text', 'html'] as const;

export const emailServices = (app: Container) => ({
  email: {
    send: (mail: Mail): Promise<void> => sendMail(app, mail),
    /** `<%= user.name %>` of a template becomes the value of the data. */
    async sendTemplatedEmail(mail: Mail, template: Partial<Mail> = {}, data: object = {}): Promise<void> {
      const missing = PARTS.filter((part) => !(part in template));
      if (missing.length > 0)
        throw new Error(`Following attributes are missing from your email template : ${missing.join(', ')}`);
      const parts = PARTS.map((part) => [part, filled(String(template[part] ?? ''), data)]);
      await sendMail(app, { ...mail, ...Object.fromEntries(parts.filter(([, text]) => text !== '')) });
    },
  },
});

/** Expressions that are no path to a value of the data stay as they are. */
const filled = (text: string, data: object): string =>
  text.replace(/<%=\s*([\w$.]+)\s*%>/g, (whole: string, path: string) => {
    let at: unknown = data;
    for (const key of path.split('.')) {
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return whole;
      at = Reflect.get(at, key);
    }
    return check.isPlainObject(at) || Array.isArray(at) ? whole : String(at ?? '');
  });

async function sendMail({ container }: Container, mail: Mail): Promise<void> {
  if (!container.has(EMAIL)) throw new Error('The project sends an email: enable the plugin "email"');
  const { to, from, replyTo, subject = '', text, html } = mail;
  // Strapi sends mails with HTML only; a text is needed here.
  const plain = text ?? (html ?? '').replace(/<[^>]*>/g, ' ').trim();
  await container.resolve(EMAIL).send({ to, from, replyTo, subject, text: plain, html });
}
