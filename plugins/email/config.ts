// The configuration of the plugin. The keys are those of the peer, so its file works unchanged.
import { check, described, type Infer, section } from '../../core';

const { anything, optional, record, string } = check;

const address = string({
  pattern: /^[^\r\n]*[^\s@]+@[^\s@]+$|^[^\r\n]*<[^\s@]+@[^\s@]+>$/,
  expected: 'a mail address',
});

export const emailConfig = section({
  provider: described(
    'The email provider: `file`, `smtp`, or the path or package of your own provider. Required in production.',
    optional(string({ min: 1 })),
  ),
  providerOptions: described(
    'Options of the provider. `file`: `folder`. `smtp`: the options of nodemailer (`host`, `port`, `secure`, `auth`). Never printed.',
    optional(record(anything()), {}),
  ),
  settings: section({
    defaultFrom: described('The sender of emails without `from`.', optional(address, 'no-reply@localhost')),
    defaultReplyTo: described('The reply address of emails without `replyTo`.', optional(address)),
  }),
});

export type EmailConfig = Infer<typeof emailConfig>;
