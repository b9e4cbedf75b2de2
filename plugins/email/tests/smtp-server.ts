// A minimal SMTP server for tests: accepts mails and keeps them in memory.

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export interface SmtpServer {
  readonly port: number;
  readonly mails: readonly { readonly from: string; readonly to: readonly string[]; readonly data: string }[];
  close(): Promise<void>;
}

/** `refuse`: refuses every recipient with a 550. */
export async function startSmtpServer(options: { readonly refuse?: boolean } = {}): Promise<SmtpServer> {
  const mails: { from: string; to: string[]; data: string }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let mail = { from: '', to: [] as string[], data: '' };
    let inData = false;
    let rest = '';
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    const answer = (line: string): void => {
      const [, address = ''] = /<([^>]*)>/.exec(line) ?? [];
      if (inData) {
        if (line !== '.') {
          mail.data += `${line}\n`;
          return;
        }
        inData = false;
        mails.push(mail);
        mail = { from: '', to: [], data: '' };
        say('250 taken');
      } else if (/^(EHLO|HELO)/i.test(line)) say('250 test');
      else if (/^MAIL FROM/i.test(line)) {
        mail.from = address;
        say('250 ok');
      } else if (/^RCPT TO/i.test(line)) {
        if (!options.refuse) mail.to.push(address);
        say(options.refuse ? '550 no such mailbox' : '250 ok');
      } else if (/^DATA/i.test(line)) {
        inData = true;
        say('354 go on');
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else say('250 ok');
    };
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) answer(line);
    });
    socket.on('error', () => socket.destroy());
    say('220 test');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
