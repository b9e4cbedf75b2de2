// Writes each mail to its own text file, for development and tests. Sends nothing.
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { check, runCheck } from '../../../core';
import type { EmailProviderFactory, ReadyMessage } from '../provider';

const optionsCheck = check.object({ folder: check.optional(check.string({ min: 1 }), 'data/mails') });

export const createFileProvider: EmailProviderFactory = (options, { dir, log }) => {
  const { value, issues } = runCheck(optionsCheck, options);
  if (issues.length > 0)
    throw new Error(issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '));
  const folder = resolve(dir, value.folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  log.info('mails are written to files and not sent', { folder });
  let written = 0;
  return {
    async send(message) {
      const time = new Date();
      const name = `${time.toISOString().replace(/[:.]/g, '-')}-${process.pid}-${++written}.txt`;
      // Mode 0600: a mail may contain a link that resets a password.
      await writeFile(join(folder, name), printed(message, time), { mode: 0o600, flag: 'wx' });
    },
  };
};

function printed({ from, to, replyTo, subject, text, html }: ReadyMessage, time: Date): string {
  return [
    `From: ${from}`,
    `To: ${to.join(', ')}`,
    ...(replyTo === null ? [] : [`Reply-To: ${replyTo}`]),
    `Subject: ${subject}`,
    `Date: ${time.toUTCString()}`,
    '',
    text,
    ...(html === null ? [] : ['', '--- html ---', '', html]),
    '',
  ].join('\n');
}
