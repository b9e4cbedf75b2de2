// Cases of the users of persons who sign in.
import type { Bench, Case, Step } from '../../../conformance/cases/case';
import { is } from '../../../conformance/cases/pattern';
import { EDITOR, plainUser } from '../../../conformance/cases/people';
import { asUser, pageOf, refusal, signing, signsIn } from './build';

const UNVERIFIED = refusal('has not verified your email address');
const TAKEN = refusal('There is an account with your email address');

const person = (bench: Bench, name: string) => ({
  ...{ sub: `${bench.mark}-${name}`, preferred_username: `${bench.mark}${name}`, email_verified: true },
  email: `${bench.mark}${name}@Conform.test`,
});
const addressOf = (bench: Bench, name: string): string => `${bench.mark}${name}@conform.test`.toLowerCase();
const removed = (id: unknown): Step => ({
  ...{ send: 'DELETE', path: `/users/${id}`, expect: { status: 'any' } },
});
const change = (id: unknown, body: object): Step => ({ send: 'PUT', path: `/users/${id}`, body });
/** The type of the user's role. */
const roleIs = (id: unknown, type: string): Step => ({
  ...{ send: 'GET', path: `/users/${id}?populate=role`, expect: { body: { role: { type } } } },
});

export const userCases: readonly Case[] = [
  signing('quire.sign-in.users', async (bench, provider) => {
    const [ann, email] = [person(bench, 'ann'), addressOf(bench, 'ann')];
    for (const email_verified of [false, undefined, 'no', 1])
      await signsIn(bench, provider, { claims: { ...ann, email_verified } }, UNVERIFIED);
    await signsIn(bench, provider, { claims: { ...ann, email: undefined } }, UNVERIFIED);
    // An address is verified only by the answer that has it.
    const info = { email: ann.email, email_verified: false };
    await signsIn(bench, provider, { claims: { ...ann, email: undefined }, info }, UNVERIFIED);
    await signsIn(bench, provider, { claims: ann }, refusal('There is no account for you'), 'closed');
    const user = { username: ann.preferred_username, email, provider: 'corp', confirmed: true };
    const { id } = await signsIn(bench, provider, { claims: ann }, asUser(user));
    bench.afterwards(removed(id));
    await bench.send(roleIs(id, 'authenticated'));
    // Another address, or none, of the same person.
    const moved = { ...ann, email: 'other@conform.test', email_verified: false };
    await signsIn(bench, provider, { claims: moved }, asUser({ id, email }));
    // The same subject of another provider is another person.
    await signsIn(bench, provider, { claims: ann }, TAKEN, 'trusted');
    await bench.send(change(id, { blocked: true }));
    await signsIn(bench, provider, { claims: ann }, refusal('blocked'));
    await bench.send({ ...removed(id), expect: { status: 200 } });
    const again = await signsIn(bench, provider, { claims: ann }, asUser({ id: is.not(id), email }));
    bench.afterwards(removed(again.id));
    // A name that is taken gets an ending.
    const bea = { ...person(bench, 'bea'), preferred_username: ann.preferred_username };
    const named = { username: is.matching(`^${bench.mark}ann-[0-9a-f]{8}$`) };
    const { id: second } = await signsIn(bench, provider, { claims: bea }, asUser(named));
    bench.afterwards(removed(second));
    const cat = { ...person(bench, 'cat'), email_verified: undefined };
    const trusted = asUser({ email: addressOf(bench, 'cat'), provider: 'trusted' });
    bench.afterwards(removed((await signsIn(bench, provider, { claims: cat }, trusted, 'trusted')).id));
  }),
  signing('quire.sign-in.linked', async (bench, provider) => {
    await plainUser(bench, 'ann');
    const email = String(bench.value('ann.email'));
    const id = Number(bench.value('annUser.id'));
    const hub = (number: number) => ({
      claims: { id: number, login: 'ann' },
      emails: [{ email, primary: true, verified: true }],
    });
    const claims = { sub: bench.mark, email, email_verified: true };
    const numbers = [1, 2].map((end) => (Number.parseInt(bench.mark.replace(/\W/g, ''), 36) % 1e9) + end);
    const [first = 1, second = 2] = numbers;
    await signsIn(bench, provider, { claims }, TAKEN);
    await signsIn(bench, provider, hub(first), TAKEN, 'hub');
    const counts = (name: string): Step => ({
      ...{ send: 'GET', path: `/conformance/provider?user={annUser.documentId}&provider=${name}` },
      expect: { status: 200, body: { provider: name } },
    });
    await bench.send(counts('corp'));
    await signsIn(bench, provider, { claims }, TAKEN);
    await signsIn(bench, provider, hub(first), TAKEN, 'hub');
    await bench.send(counts('hub'));
    await signsIn(bench, provider, hub(first), asUser({ id }), 'hub');
    // A new address is not the one that the provider has confirmed.
    await bench.send(change(id, { email: `x${email}` }));
    await bench.send({ send: 'GET', path: `/users/${id}`, expect: { body: { provider: 'local' } } });
    await bench.send(change(id, { email }));
    await bench.send(counts('hub'));
    // Another person of the provider.
    await signsIn(bench, provider, hub(second), TAKEN, 'hub');
    await signsIn(bench, provider, hub(first), asUser({ id }), 'hub');
  }),
  signing('quire.sign-in.roles', async (bench, provider) => {
    const ann = person(bench, 'ann');
    const withGroups = (groups: unknown) => ({ claims: { ...ann, realm: { groups } } });
    const { id } = await signsIn(bench, provider, withGroups(['others', 'editors']), asUser({}));
    bench.afterwards(removed(id));
    await bench.send(roleIs(id, EDITOR));
    await signsIn(bench, provider, withGroups(['others']), asUser({ id }));
    await bench.send(roleIs(id, 'authenticated'));
    // The answer beside the ID token may have the groups.
    await signsIn(bench, provider, { claims: ann, info: { realm: { groups: ['editors'] } } }, asUser({ id }));
    await bench.send(roleIs(id, EDITOR));
    await signsIn(bench, provider, withGroups('editors'), asUser({ id }));
    await bench.send(roleIs(id, 'authenticated'));
    // Without a list, a sign-in changes no role.
    const bea = { claims: person(bench, 'bea') };
    const made = await signsIn(bench, provider, bea, asUser({}), 'trusted');
    bench.afterwards(removed(made.id));
    const { body } = await bench.send({ send: 'GET', path: `/users/${id}?populate=role` });
    await bench.send(change(id, { role: Object(body).role.id }));
    const roles = await bench.send({ send: 'GET', path: '/users-permissions/roles' });
    const editor = Object(roles.body).roles.find(({ type }: { readonly type: string }) => type === EDITOR);
    await bench.send(change(made.id, { role: editor.id }));
    await signsIn(bench, provider, bea, asUser({ id: made.id }), 'trusted');
    await bench.send(roleIs(made.id, EDITOR));
  }),
  signing('quire.sign-in.github', async (bench, provider) => {
    const email = addressOf(bench, 'ann');
    const number = (Number.parseInt(bench.mark.replace(/\W/g, ''), 36) % 1e9) + 7;
    const claims = { id: number, login: `${bench.mark}ann`, email: 'public@conform.test' };
    const wrong = [
      [{ email, primary: true, verified: false }],
      [{ email, primary: false, verified: true }],
      [],
      { message: 'no list' },
      undefined,
    ];
    for (const emails of wrong) await signsIn(bench, provider, { claims, emails }, UNVERIFIED, 'hub');
    const emails = [
      { email: 'old@conform.test', primary: false, verified: true },
      { email, primary: true, verified: true },
    ];
    for (const id of ['4711', 1.5, undefined]) {
      const page = await pageOf(bench, provider, { claims: { ...claims, id }, emails }, { name: 'hub' });
      const expected = is.matching('the answer of GET /user has no id');
      bench.compare('the error', expected, page.searchParams.get('error_description'));
    }
    const user = { username: claims.login, email, provider: 'hub', confirmed: true };
    const { id } = await signsIn(bench, provider, { claims, emails }, asUser(user), 'hub');
    bench.afterwards(removed(id));
    await signsIn(bench, provider, { claims }, asUser({ id }), 'hub');
  }),
];
