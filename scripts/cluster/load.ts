// Requests to a process during a measurement: reads and writes on several connections. Every answer must be right.
import type { Client } from './pair';

const CONNECTIONS = 4;

export interface Load {
  end(): Promise<{ readonly answers: number; readonly wrong: readonly string[] }>;
}

export function startLoad(client: Client): Load {
  let isOver = false;
  let answers = 0;
  const wrong: string[] = [];
  async function send(number: number): Promise<void> {
    for (let round = 0; !isOver; round++) {
      const name = `${number} ${round}`;
      const written = await client('POST', '/api/things', { data: { name } });
      const read = await client('GET', `/api/things/${written.body?.data?.documentId}`);
      answers += 2;
      if (read.body?.data?.name !== name) wrong.push(`${written.status}/${read.status}`);
    }
  }
  const running = Promise.all(Array.from({ length: CONNECTIONS }, (_, number) => send(number)));
  return {
    async end() {
      isOver = true;
      await running;
      return { answers, wrong };
    },
  };
}
