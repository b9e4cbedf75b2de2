// Reads the mails that a deployment wrote, with the codes in them.
import { setTimeout as wait } from 'node:timers/promises';
import { get } from '../build';
import type { Bench } from '../case';

/** The text of the newest mail with this subject, when `count` mails to the address have it. A mail is written after the answer. */
export async function mailTo(bench: Bench, address: string, subject: string, count: number): Promise<string> {
  let found: string[] = [];
  for (let tries = 0; tries < 100; tries += 1) {
    const { body } = await bench.send(get('/conformance/mails'));
    found = Object(body).mails.filter(
      (mail: string) => mail.includes(`To: ${address}\n`) && mail.includes(`Subject: ${subject}\n`),
    );
    if (found.length >= count) break;
    await wait(100);
  }
  if (found.length !== count) bench.fail(`mails "${subject}" to ${address}`, count, found);
  return found.at(-1) ?? '';
}

/** Finds the code in the newest of `count` mails to the address. */
const codeIn =
  (subject: string, pattern: RegExp) =>
  async (bench: Bench, address: string, count: number): Promise<string> => {
    const mail = await mailTo(bench, address, subject, count);
    const code = pattern.exec(mail)?.[1];
    if (code === undefined) bench.fail('the mail has no code', String(pattern), mail);
    return code;
  };

export const resetCode = codeIn('Reset password', /\/reset-password\?code=([0-9a-f]{128})\b/);
export const confirmationCode = codeIn(
  'Account confirmation',
  /\/api\/auth\/email-confirmation\?confirmation=([0-9a-f]{40})\b/,
);
