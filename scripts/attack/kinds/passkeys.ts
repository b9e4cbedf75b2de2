// Passkeys: replayed and foreign challenges, wrong origins and domains, copies, and passkeys of others. Nothing of it may log in.
import { valueAt } from '../../../conformance/wire/captures';
import { Device, type Facts } from '../../../plugins/passkeys/conformance/device';
import { type Exchange, NotPossible } from '../ask';
import { type Attack, breach, type Kind } from '../attack';
import { PASSKEY_ORIGIN } from '../open-target';
import type { Site } from '../site';

const AT = '/auth/passkeys';
const EVIL = 'https://evil.attack.test';

/** Single facts that are wrong. */
const FACTS: Readonly<Record<string, Facts>> = {
  origin: { origin: EVIL },
  'origin-port': { origin: `${PASSKEY_ORIGIN}:8443` },
  'origin-suffix': { origin: `${PASSKEY_ORIGIN}.evil.attack.test` },
  domain: { rpId: 'evil.attack.test' },
  unverified: { isVerified: false },
  ceremony: { type: 'webauthn.other' },
  challenge: { challenge: 'A'.repeat(43) },
};

export const passkeys: Kind = {
  name: 'passkeys',
  summary: 'without --url: replayed challenges, wrong origins, copied devices, passkeys of others',
  absence: ({ hasPasskeys, isOn }) =>
    hasPasskeys && isOn('auth') ? null : 'the suite knows the origins of its own application only',
  attacks: () => [
    ...Object.entries(FACTS).map(([id, facts]) =>
      attack(`add.${id}`, async (to) =>
        to.add('mallory', to.newDevice(), await to.options('mallory'), facts),
      ),
    ),
    attack('add.challenge-of-another-user', async (to) =>
      to.add('mallory', to.newDevice(), await to.options('victim')),
    ),
    attack('add.challenge-of-a-sign-in', async (to) => {
      const options = { ...(await to.options('mallory')), challenge: (await to.challenge()).challenge };
      return to.add('mallory', to.newDevice(), options);
    }),
    attack('add.replay', async (to) => {
      const options = await to.options('mallory');
      await to.add('mallory', to.newDevice(), options);
      return to.add('mallory', to.newDevice(), options);
    }),
    attack('add.attestation', async (to) =>
      to.add('mallory', to.newDevice(), await to.options('mallory'), { format: 'packed' }),
    ),
    ...Object.entries({ ...FACTS, forged: { isForged: true } }).map(([id, facts]) =>
      attack(`login.${id}`, async (to) =>
        to.logIn((await to.owned('victim')).get(await to.challenge(), facts)),
      ),
    ),
    attack('login.replay', async (to) => {
      const passkey = (await to.owned('victim')).get(await to.challenge());
      await to.logIn(passkey);
      return to.logIn(passkey);
    }),
    attack('login.counter', async (to) => {
      const device = await to.owned('victim');
      await to.logIn(device.get(await to.challenge()));
      return to.logIn(device.get(await to.challenge(), { counter: 1 }));
    }),
    attack('login.challenge-of-adding', async (to) =>
      to.logIn((await to.owned('victim')).get(await to.options('victim'))),
    ),
    attack('login.as-another-user', async (to) => {
      const { user } = await to.options('victim');
      return to.logIn((await to.owned('mallory')).get(await to.challenge(), { userHandle: user.id }));
    }),
    attack('login.id-of-another-passkey', async (to) => {
      const { id } = await to.owned('victim');
      const own = await to.owned('mallory');
      const { user } = await to.options('victim');
      return to.logIn({ ...own.get(await to.challenge(), { userHandle: user.id }), id, rawId: id });
    }),
    attack('login.unknown', async (to) => {
      const { user } = await to.options('victim');
      return to.logIn(to.newDevice().get(await to.challenge(), { userHandle: user.id }));
    }),
  ],
};

interface Options {
  readonly challenge: string;
  readonly user: { readonly id: string };
}

interface Visit {
  newDevice(): Device;
  /** Of the account, to add a passkey. */
  options(alias: string): Promise<Options>;
  add(alias: string, device: Device, options: Options, facts?: Facts): Promise<Exchange>;
  /** A new device that has a passkey of the account. It is removed after the attack. */
  owned(alias: string): Promise<Device>;
  challenge(): Promise<{ readonly challenge: string }>;
  logIn(passkey: object): Promise<Exchange>;
}

function visitOf(site: Site): Visit {
  const post = (path: string, as: string, body: object): Promise<Exchange> =>
    site.ask({ method: 'POST', path, as, body });
  const domain = new URL(PASSKEY_ORIGIN).hostname;
  const made = ({ status, body, text }: Exchange): unknown => {
    if (status >= 400 || status === 0)
      throw new NotPossible(`the preparation answered ${status}: ${text.slice(0, 200)}`);
    return body;
  };
  const visit: Visit = {
    newDevice: () => new Device(PASSKEY_ORIGIN, domain),
    options: async (alias) =>
      made(await post(`${AT}/options`, alias, { currentPassword: site.account(alias).password })) as Options,
    add: (alias, device, options, facts) =>
      post(AT, alias, { name: site.mark(), response: device.create(options, facts) }),
    async owned(alias) {
      const device = visit.newDevice();
      made(await visit.add(alias, device, await visit.options(alias)));
      return device;
    },
    challenge: async () => made(await post(`${AT}/sign-in`, 'anonymous', {})) as { challenge: string },
    logIn: (passkey) => post('/auth/local', 'anonymous', { passkey }),
  };
  return visit;
}

/** A user may have few passkeys. */
async function removeAll(site: Site, alias: string): Promise<void> {
  const { body } = await site.ask({ path: AT, as: alias });
  const list = valueAt(body, 'data');
  for (const each of Array.isArray(list) ? list : [])
    await site.ask({
      method: 'DELETE',
      path: `${AT}/${valueAt(each, 'id')}`,
      as: alias,
      body: { currentPassword: site.account(alias).password },
    });
}

function attack(id: string, make: (to: Visit) => Promise<Exchange>): Attack {
  return {
    id,
    severity: 'high',
    rule: 'Only a passkey of the user, on a page of the application, with a fresh challenge, logs in or is added.',
    async ask(site) {
      const visit = visitOf(site);
      try {
        // Without it, each refusal may have another reason.
        const control = await visit.logIn((await visit.owned('mallory')).get(await visit.challenge()));
        if (control.status !== 200) throw new NotPossible('a valid passkey does not log in');
        const asked = await make(visit);
        if (asked.answer === null || asked.status >= 500)
          return breach(`the answer is ${asked.status}`, asked);
        return asked.status < 400 ? breach('it is accepted', asked) : null;
      } finally {
        for (const alias of ['mallory', 'victim']) await removeAll(site, alias);
      }
    },
  };
}
