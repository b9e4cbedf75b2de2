// What the audit log says about second factors.
import { logIn, register } from '../../users-permissions/tests/app';
import { enable, openApp, send } from './app';

it('the audit log has each step of a second factor, and no code', async () => {
  const app = await openApp({ options: { config: { plugins: { jobs: true, audit: true } } } });
  try {
    const { jwt } = await register(app, 'ann');
    const { phone, recoveryCodes, jwt: proved } = await enable(app, jwt);
    const { body } = await logIn(app, 'ann').expect(401);
    const { challenge } = body.error.details;
    await app.agent.post('/api/auth/local').send({ challenge, code: '000000' }).expect(400);
    const renewed = await send(app, 'recovery-codes', { code: phone.next() }, proved).expect(200);
    const [code] = renewed.body.recoveryCodes;
    await send(app, 'disable', { code }, proved).expect(200);
    const rows = await app.kernel.database.transaction((tx) =>
      tx.all('SELECT event, actor, details FROM audit_entries ORDER BY id'),
    );
    const of = (prefix: string) =>
      rows.map(([event]) => String(event)).filter((event) => event.startsWith(prefix));
    expect(of('two-factor.')).toEqual(
      ['enabled', 'wrong-code', 'recovery-codes', 'disabled'].map((word) => `two-factor.${word}`),
    );
    expect(of('login.challenged')).toHaveLength(1);
    const text = JSON.stringify(rows);
    for (const secret of [code, challenge, ...recoveryCodes]) expect(text).not.toContain(secret);
  } finally {
    await app.close();
  }
});
