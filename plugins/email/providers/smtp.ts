// Hands mails to a server over SMTP, with nodemailer, which is loaded only here.
import type { EmailProviderFactory } from '../provider';

/** nodemailer's own are minutes; a request waits for them. An application's options come after these. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

export const createSmtpProvider: EmailProviderFactory = (options) => {
  const { host, url, service } = options;
  if (![host, url, service].some((value) => typeof value === 'string' && value !== ''))
    throw new Error('"host" is missing (with "port" and "auth" as the server asks for them)');
  const { createTransport } = require('nodemailer') as typeof import('nodemailer');
  // A mail must never make the program read a file or an address, whatever stands in it.
  const safe = { disableFileAccess: true, disableUrlAccess: true };
  const transport = createTransport({ ...PATIENCE, ...options, ...safe });
  return {
    async send({ from, to, replyTo, subject, text, html }) {
      await transport.sendMail({
        from,
        to: [...to],
        subject,
        text,
        ...(replyTo === null ? {} : { replyTo }),
        ...(html === null ? {} : { html }),
      });
    },
    close: () => transport.close(),
  };
};
