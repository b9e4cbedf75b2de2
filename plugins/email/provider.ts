// The interface of a mail provider, and a holder for the provider that is open.
import type { ProviderFactory } from '../../core';

/** A message with all defaults filled in, checked. */
export interface ReadyMessage {
  readonly from: string;
  readonly to: readonly string[];
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
}

export interface EmailProvider {
  /** Resolves when the provider has accepted the mail; throws when it has not. */
  send(message: ReadyMessage): Promise<void>;
  close?(): Promise<void> | void;
}

export type EmailProviderFactory = ProviderFactory<EmailProvider>;

export interface LateProvider {
  open(provider: EmailProvider): void;
  send(message: ReadyMessage): Promise<void>;
  close(): Promise<void>;
}

/** The provider opens in `boot.before`; sending earlier throws. */
export function lateProvider(): LateProvider {
  let opened: EmailProvider | null = null;
  return {
    open(provider) {
      opened = provider;
    },
    async send(message) {
      if (!opened)
        throw new Error('The mail provider is not open: send mails between boot.before and shutdown');
      await opened.send(message);
    },
    async close() {
      const closing = opened;
      opened = null;
      await closing?.close?.();
    },
  };
}
