// LISTEN and NOTIFY on a connection of their own. NOTIFY never stands in a transaction that writes: its lock would make commits wait for
// each other.
import type { Client } from 'pg';
import type { WakeUps } from '../database';

const RETRY_MILLISECONDS = 1_000;

export function createWakeUps(connect: () => Client, channel: string, woken: () => void): WakeUps {
  let client: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let sending: Promise<unknown> | null = null;
  let isWanted = false;

  async function open(): Promise<void> {
    const opened = connect();
    let isLost = false;
    const lose = (): void => {
      if (isLost) return;
      isLost = true;
      client = null;
      opened.end().catch(() => undefined);
      if (!isClosed) timer = setTimeout(() => void open(), RETRY_MILLISECONDS).unref();
    };
    opened.on('error', lose);
    opened.on('end', lose);
    opened.on('notification', ({ processId }) => {
      if (processId !== (opened as unknown as { readonly processID: number }).processID) woken();
    });
    try {
      await opened.connect();
      await opened.query(`LISTEN ${channel}`);
      if (isClosed) lose();
      else client = opened;
    } catch {
      lose();
    }
  }

  function send(): void {
    isWanted = true;
    if (sending !== null || client === null) return;
    isWanted = false;
    sending = client
      .query(`NOTIFY ${channel}`)
      .catch(() => undefined)
      .finally(() => {
        sending = null;
        if (isWanted) send();
      });
  }

  void open();
  return {
    send,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await sending;
      await client?.end().catch(() => undefined);
    },
  };
}
