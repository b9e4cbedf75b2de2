// The own sessions: where somebody is logged in as this user.
import { ask } from '../data/client';
import { useLoaded } from '../data/load';
import { api } from '../data/place';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { agoOf } from './list';

interface Session {
  readonly id: number;
  readonly address: string;
  readonly agent: string;
  readonly usedAt: string;
  readonly current: boolean;
}

export function SessionsScreen() {
  const { value, failure, fail, again } = useLoaded<{ data: readonly Session[] }>(`${api}/sessions`);
  return (
    <section>
      <h1>My sessions</h1>
      {failure !== '' && <Notice kind="error">{failure}</Notice>}
      <ul class="list">
        {value?.data.map((session) => (
          <li key={session.id}>
            <strong>{session.address}</strong> {session.agent}
            <br />
            <small>{session.current ? 'This session' : `Last used ${agoOf(session.usedAt)}`}</small>{' '}
            {!session.current && (
              <Button
                kind="quiet"
                onClick={() =>
                  void ask(`${api}/sessions/${session.id}`, { method: 'DELETE' }).then(again, fail)
                }
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
