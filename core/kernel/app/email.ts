// The service that sends mails. A plugin provides it; without one, `container.has(EMAIL)` is false.
import { token } from '../registry/container';

export interface EmailContent {
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
}

export interface EmailMessage extends EmailContent {
  readonly to: string | readonly string[];
  /** Absent: the one that is configured. */
  readonly from?: string | undefined;
  readonly replyTo?: string | undefined;
}

export interface EmailService {
  /** Done when the mail is handed over; a failure is thrown. */
  send(message: EmailMessage): Promise<void>;
  /**
   * `{{name}}` stands for a value, HTML-escaped in `html`; nothing is evaluated. A placeholder that is not in `names` is a
   * mistake of `where` and stops the start.
   */
  template<const Name extends string>(
    where: string,
    content: EmailContent,
    names: readonly Name[],
  ): (values: Readonly<Record<Name, string>>) => EmailContent;
}

export const EMAIL = token<EmailService>('email');
