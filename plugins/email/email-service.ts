// Completes and checks a message before a provider sees it: no header can be smuggled in by an address or a subject.
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
  if (to.length === 0) throw refused('it has no recipient');
  for (const recipient of to) checkRecipient(recipient);
  const from = message.from ?? defaultFrom;
  const replyTo = message.replyTo ?? defaultReplyTo ?? null;
  for (const [name, value] of Object.entries({ from, replyTo: replyTo ?? '', subject: message.subject }))
    if (hasControls(value)) throw refused(`its ${name} has a line break or a control character`);
  return { from, to, replyTo, subject: message.subject, text: message.text, html: message.html ?? null };
}

/** One bare address: what a person typed must not become a list of recipients. */
function checkRecipient(recipient: string): void {
  if (hasControls(recipient) || !/^[^\s@,;<>"()]+@[^\s@,;<>"()]+$/.test(recipient))
    throw refused('a recipient is no single address like ann@example.com');
}

/** Not the fault of who asked over HTTP, so their answer is a 500 that says nothing; the log has it. */
const refused = (what: string): Error => new Error(`A mail cannot be sent: ${what}`);

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const hasControls = (value: string): boolean => /[\u0000-\u001f\u007f]/.test(value);
