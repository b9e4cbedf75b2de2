// Sends mails over SMTP with nodemailer, which only this file loads.
import type { EmailProviderFactory } from '../provider';

/** Milliseconds. nodemailer waits for minutes while a request waits for the mail. `providerOptions` overrides these. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

export const createSmtpProvider: EmailProviderFactory = (options) => {
  const { host, url, service } = options;
  if (![host, url, service].some((value) => typeof value === 'string' && value !== ''))
    throw new Error('"host" is missing; set "host", and "port" and "auth" if the server needs them');
  const { createTransport } = require('nodemailer') as typeof import('nodemailer');
  // The content of a mail must not make nodemailer read a file or fetch a URL.
  const safe = { disableFileAccess: true, disableUrlAccess: true };
  const transport = createTransport({ ...TIMEOUTS, ...options, ...safe });
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
