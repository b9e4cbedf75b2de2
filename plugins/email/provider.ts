// What delivers mails: the interface of providers, and the place of the one that is open.
import type { Logger } from '../../core';

/** A message that is complete and checked. */
export interface ReadyMessage {
  readonly from: string;
  readonly to: readonly string[];
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
}

export interface EmailProvider {
  /** Done when the mail is handed over; a failure is thrown. */
  send(message: ReadyMessage): Promise<void>;
  close?(): Promise<void> | void;
}

/** What a module of your own exports: a function, or `{ init }`. A mistake in the options is thrown. */
export type EmailProviderFactory = (
  options: Readonly<Record<string, unknown>>,
  host: { readonly dir: string; readonly log: Logger },
) => EmailProvider | Promise<EmailProvider>;

export interface LateProvider {
  open(provider: EmailProvider): void;
  send(message: ReadyMessage): Promise<void>;
  close(): Promise<void>;
}

/** Mails can be sent from `boot.before` on; until then nothing is open. */
export function lateProvider(): LateProvider {
  let opened: EmailProvider | null = null;
  return {
    open(provider) {
      opened = provider;
    },
    async send(message) {
      if (!opened) throw new Error('Mails can be sent from boot.before until shutdown only');
      await opened.send(message);
    },
    async close() {
      const closing = opened;
      opened = null;
      await closing?.close?.();
    },
  };
}
