// Fills in defaults and checks a message before the provider gets it. Prevents header injection by an address or a subject.
import type { EmailMessage, EmailService } from '../../core';
import type { EmailConfig } from './config';
import type { LateProvider, ReadyMessage } from './provider';
import { compileTemplate } from './template';

type Settings = EmailConfig['settings'];

export function createEmailService(provider: Pick<LateProvider, 'send'>, settings: Settings): EmailService {
  return {
    send: async (message) => provider.send(readyMessage(message, settings)),
    template: compileTemplate,
  };
}

function readyMessage(message: EmailMessage, { defaultFrom, defaultReplyTo }: Settings): ReadyMessage {
  const to = typeof message.to === 'string' ? [message.to] : [...message.to];
  if (to.length === 0) throw refused('the mail has no recipient');
  for (const recipient of to) checkRecipient(recipient);
  const from = message.from ?? defaultFrom;
  const replyTo = message.replyTo ?? defaultReplyTo ?? null;
  for (const [name, value] of Object.entries({ from, replyTo: replyTo ?? '', subject: message.subject }))
    if (hasControls(value)) throw refused(`\`${name}\` contains a line break or a control character`);
  return { from, to, replyTo, subject: message.subject, text: message.text, html: message.html ?? null };
}

/** Accepts one bare address, so that user input cannot become a list of recipients. */
function checkRecipient(recipient: string): void {
  if (hasControls(recipient) || !/^[^\s@,;<>"()]+@[^\s@,;<>"()]+$/.test(recipient))
    throw refused('a recipient must be one address, for example ann@example.com');
}

/** A plain error: the HTTP response is a 500 without a message, and the log has the reason. */
const refused = (reason: string): Error => new Error(`The mail cannot be sent: ${reason}`);

// biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters
const hasControls = (value: string): boolean => /[\u0000-\u001f\u007f]/.test(value);
