// Enumeration: does an account exist? By the text of an answer, and by its time. Times are compared by a rank test of many
// interleaved samples, because a single time says nothing.
import { type Call, type Exchange, NotPossible } from '../ask';
import { type Attack, breach, type Kind } from '../attack';
import type { Site } from '../site';
import { compare, isTelling, median } from '../statistics';

const TEXT = 'An answer does not say whether an account exists.';
const TIME = 'The time of an answer does not say whether an account exists.';

type Body = (known: string) => unknown;
/** Per account and round. Three dozen samples find a difference that separates most of them. */
const SAMPLES = 80;
const SHORT_SAMPLES = 18;

/** Each route gets the address of a known and of an unknown account. */
const ROUTES: readonly {
  readonly id: string;
  readonly path: string;
  readonly body: Body;
  readonly isSlow?: true;
}[] = [
  { id: 'login', path: '/auth/local', body: (identifier) => ({ identifier, password: 'Wrong-1-password' }) },
  { id: 'forgot-password', path: '/auth/forgot-password', body: (email) => ({ email }) },
  {
    id: 'send-email-confirmation',
    // It mails, like `forgot-password`.
    isSlow: true,
    path: '/auth/send-email-confirmation',
    body: (email) => ({ email }),
  },
];

/** Accounts whose login with a wrong password must answer like that of an unknown account. */
const STATES: readonly (readonly [id: string, change: object])[] = [
  ['blocked', { blocked: true }],
  ['unconfirmed', { confirmed: false }],
];

export const enumeration: Kind = {
  name: 'enumeration',
  summary: 'existing accounts by the text and by the time of answers',
  absence: (site) => (site.isOn('auth') ? null : 'the deployment has no users'),
  attacks: (site) => [
    ...ROUTES.flatMap(({ id, path, body, isSlow }) => [
      equalTexts(`${id}.text`, 'medium', (email) => post(path, body(email))),
      equalTimes(`${id}.time`, (email) => post(path, body(email)), isSlow),
    ]),
    equalTexts('login-by-name.text', 'medium', (_email, name) =>
      post('/auth/local', { identifier: name, password: 'Wrong-1-password' }),
    ),
    ...(site.isOn('graphql')
      ? [
          equalTexts('graphql-login.text', 'medium', (identifier) => graphqlLogin(site, identifier)),
          equalTexts('graphql-forgot-password.text', 'medium', (email) =>
            graphql(site, 'mutation($email: String!) { forgotPassword(email: $email) { ok } }', { email }),
          ),
        ]
      : []),
    ...STATES.map(stateAttack),
    takenAttack,
    resetAttack,
  ],
};

const post = (path: string, body: unknown): Call => ({ method: 'POST', path, as: 'anonymous', body });
const graphql = (site: Site, query: string, variables: object): Call => ({
  ...post(site.target.graphql, { query, variables }),
  from: 'root',
});
const graphqlLogin = (site: Site, identifier: string): Call =>
  graphql(site, 'mutation($input: UsersPermissionsLoginInput!) { login(input: $input) { jwt } }', {
    input: { identifier, password: 'Wrong-1-password' },
  });

/** As long as the known name. */
const unknown = (text: string): string => text.replace(/^../, 'zz');

function equalTexts(
  id: string,
  severity: Attack['severity'],
  call: (email: string, name: string) => Call,
): Attack {
  return {
    id,
    severity,
    rule: TEXT,
    async ask(site) {
      const { email, name } = site.account('victim');
      const known = await site.ask(call(email, name));
      const other = await site.ask(call(unknown(email), unknown(name)));
      return equal(known, other, [email, name], [unknown(email), unknown(name)]);
    },
  };
}

function equal(known: Exchange, other: Exchange, names: readonly string[], others: readonly string[]) {
  if (known.status === 429 || other.status === 429)
    throw new NotPossible('the deployment limits attempts (429)');
  const without = ({ status, text }: Exchange, words: readonly string[]): string =>
    `${status} ${words.reduce((rest, word) => rest.replaceAll(word, '…'), text)}`;
  const [one, two] = [without(known, names), without(other, others)];
  return one === two ? null : breach(`${one.slice(0, 120)} and ${two.slice(0, 120)}`, known, other);
}

/** Two rounds must agree: a load on the machine could favour one side once. */
function equalTimes(id: string, call: (email: string) => Call, isSlow = false): Attack {
  return {
    id,
    severity: 'medium',
    rule: TIME,
    async ask(site) {
      if (site.isShort && isSlow) throw new NotPossible('the short form measures fewer routes');
      const samples = site.isShort ? SHORT_SAMPLES : SAMPLES;
      const { email } = site.account('victim');
      let shown = '';
      for (let round = 0; round < 2; round += 1) {
        const known: number[] = [];
        const other: number[] = [];
        for (let index = 0; index < samples; index += 1) {
          const isKnownFirst = site.dice.once(2);
          for (const isKnown of [isKnownFirst, !isKnownFirst]) {
            const asked = await site.ask(call(isKnown ? email : unknown(email)));
            if (asked.status === 429) throw new NotPossible('the deployment limits attempts (429)');
            (isKnown ? known : other).push(asked.milliseconds);
          }
        }
        const found = compare(known, other);
        if (!isTelling(found)) return null;
        shown = `medians of ${samples}: known ${median(known).toFixed(1)} ms, unknown ${median(other).toFixed(1)} ms; z = ${found.z.toFixed(1)}`;
      }
      return breach(shown, await site.ask(call(email)), await site.ask(call(unknown(email))));
    },
  };
}

function stateAttack([id, change]: (typeof STATES)[number]): Attack {
  return {
    id: `login-${id}.text`,
    severity: 'low',
    rule: TEXT,
    async ask(site) {
      const { id: user, email } = site.account('victim');
      const path = `/users/${String(user)}`;
      const changed = await site.ask({ method: 'PUT', path, body: change });
      if (changed.status >= 300) throw new NotPossible(`PUT ${path} answered ${changed.status}`);
      const call = (identifier: string): Call =>
        post('/auth/local', { identifier, password: 'Wrong-1-password' });
      const known = await site.ask(call(email));
      const other = await site.ask(call(unknown(email)));
      await site.ask({ method: 'PUT', path, body: { blocked: false, confirmed: true } });
      return equal(known, other, [email], [unknown(email)]);
    },
  };
}

/** Registration must refuse a taken name, but it need not say which of the two is taken. */
const takenAttack: Attack = {
  id: 'register.text',
  severity: 'low',
  rule: 'Registration does not say whether the name or the address is taken.',
  async ask(site) {
    const { email, name } = site.account('victim');
    const mark = site.mark();
    const register = (body: object): Call =>
      post('/auth/local/register', { password: 'Pass-1-password', ...body });
    const byName = await site.ask(register({ username: name, email: `${mark}@attack.test` }));
    const byEmail = await site.ask(register({ username: mark, email }));
    if (byName.status < 300 || byEmail.status < 300)
      return breach('a taken name was registered', byName, byEmail);
    return equal(byName, byEmail, [email, name], [email, name]);
  },
};

const resetAttack: Attack = {
  id: 'reset-password.text',
  severity: 'medium',
  rule: TEXT,
  async ask(site) {
    const { email } = site.account('victim');
    await site.ask(post('/auth/forgot-password', { email }));
    const body = (code: unknown): unknown => ({
      code,
      password: 'Another-1-pass',
      passwordConfirmation: 'Another-1-pass',
    });
    // A code of null or of an operator must not match the stored null of other accounts.
    for (const code of ['', null, [], {}, { $ne: '' }, '%', 0, true]) {
      const asked = await site.ask(post('/auth/reset-password', body(code)));
      if (asked.status < 400 || asked.status >= 500)
        return breach(`the code ${JSON.stringify(code)} got ${asked.status}`, asked);
    }
    return null;
  },
};
