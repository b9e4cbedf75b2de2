// config/plugins → email. The keys of the peer, so that its file can stay.
import { check, described, type Infer, section } from '../../core';

const { anything, optional, record, string } = check;

const address = string({
  pattern: /^[^\r\n]*[^\s@]+@[^\s@]+$|^[^\r\n]*<[^\s@]+@[^\s@]+>$/,
  expected: 'a mail address',
});

export const emailConfig = section({
  provider: described(
    '`file`, `smtp`, or a path or package of your own. Absent: `file`, except in production, where it has to be said.',
    optional(string({ min: 1 })),
  ),
  providerOptions: described(
    'For the provider: `file` takes `folder`; `smtp` what nodemailer takes (`host`, `port`, `secure`, `auth`). Never printed.',
    optional(record(anything()), {}),
  ),
  settings: section({
    defaultFrom: described('The sender of mails that name none.', optional(address, 'no-reply@localhost')),
    defaultReplyTo: described('Where answers go to.', optional(address)),
  }),
});

export type EmailConfig = Infer<typeof emailConfig>;
