// Races of accounts: registration and password changes.
import { valueAt } from '../../../conformance/wire/captures';
import { type Exchange, NotPossible } from '../ask';
import { type Attack, breach } from '../attack';
import { CROWD, crowd, exactlyOne, firstWrong, succeeded } from './crowd';

const ONE = 'Of equal registrations at once, exactly one creates.';

export const accountRaces = (): Attack[] => [register('same'), register('letter-case'), passwordChange];

/** One name, and in the second form one name in different letter cases. */
function register(form: 'same' | 'letter-case'): Attack {
  return {
    id: `register.${form}`,
    severity: 'high',
    rule: ONE,
    async ask(site) {
      const mark = site.mark();
      const spelt = (index: number): string =>
        form === 'same'
          ? mark
          : [...mark].map((letter, at) => ((index >> (at % 5)) & 1 ? letter.toUpperCase() : letter)).join('');
      const all = await crowd(site, (index) => ({
        method: 'POST',
        path: '/auth/local/register',
        as: 'anonymous',
        body: { username: spelt(index), email: `${spelt(index)}@attack.test`, password: `Pass-${mark}-1` },
      }));
      for (const { body } of all.filter(succeeded))
        site.bench.afterwards({ send: 'DELETE', path: `/users/${String(valueAt(body, 'user.id'))}` });
      return exactlyOne(all);
    },
  };
}

const passwordChange: Attack = {
  id: 'change-password',
  severity: 'medium',
  rule: 'Of equal password changes at once, at most one succeeds, and the last password works.',
  async ask(site) {
    const { email, password, id } = site.account('victim');
    const logIn = (secret: string): Promise<Exchange> =>
      site.ask({
        method: 'POST',
        path: '/auth/local',
        as: 'anonymous',
        body: { identifier: email, password: secret },
      });
    // Earlier attacks may have ended the first token.
    const token = valueAt((await logIn(password)).body, 'jwt');
    if (typeof token !== 'string') throw new NotPossible('the account cannot log in');
    const next = (index: number): string => `Next-${index}-${password}`;
    const all = await crowd(site, (index) => ({
      method: 'POST',
      path: '/auth/change-password',
      as: 'anonymous',
      headers: { authorization: `Bearer ${token}` },
      body: { currentPassword: password, password: next(index), passwordConfirmation: next(index) },
    }));
    const works: number[] = [];
    for (let index = 0; index < CROWD; index += 1) {
      if (!succeeded(all[index] as Exchange)) continue;
      if (succeeded(await logIn(next(index)))) works.push(index);
    }
    await site.ask({ method: 'PUT', path: `/users/${String(id)}`, body: { password } });
    const won = all.filter(succeeded).length;
    return won >= 1 && works.length === 1
      ? firstWrong(all)
      : breach(`${won} changes succeeded, and ${works.length} of their passwords work`, ...all.slice(0, 1));
  },
};
