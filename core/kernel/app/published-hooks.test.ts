// Hooks that plugins publish, as other plugins tap them; and taps of hooks that do not exist.
import { createTestApp } from '../../testing/create-test-app';
import type { App } from './app';
import { type EveryTapHook, type FirstAnswerHook, hooks, type SeriesHook } from './hook-kinds';
import { type AnyPlugin, definePlugin } from './plugin';

interface Order {
  readonly total: number;
}

declare module '../../types' {
  interface HookMap {
    testShop: {
      ordered: SeriesHook<[order: Order]>;
      price: FirstAnswerHook<[order: Order], number>;
      packed: EveryTapHook<[order: Order]>;
    };
  }
}

const shopHooks = () => ({
  ordered: hooks.series<[order: Order]>(['order']),
  price: hooks.firstAnswer<[order: Order], number>(['order']),
  packed: hooks.everyTap<[order: Order]>(['order']),
});

const plugin = (name: string, register: (app: App) => void, more: Partial<AnyPlugin> = {}): AnyPlugin =>
  definePlugin({ name, register, ...more });

const start = (...plugins: AnyPlugin[]) =>
  createTestApp({ plugins, config: { server: { anonymous: 'full' } } });
const messageOf = async (...plugins: AnyPlugin[]): Promise<string> => {
  const result = await start(...plugins).catch((error: unknown) => String(error));
  if (typeof result === 'string') return result;
  await result.close();
  return 'started';
};
/** As code in JavaScript taps. */
const untyped = (app: App): Record<string, Record<string, (fn: () => void) => void>> => app.hooks as never;

describe('a published hook', () => {
  const shop = plugin('shop', ({ hooks: own, routes }) => {
    const { ordered, price, packed } = own.publish('testShop', shopHooks());
    routes.add({
      method: 'POST',
      path: '/orders',
      action: null,
      summary: 'orders',
      async handler() {
        const order = { total: 2 };
        await ordered.promise(order);
        await packed.promise(order);
        return { json: { price: (await price.call(order)) ?? null } };
      },
    });
  });

  it('calls the taps of other plugins, with types', async () => {
    const seen: unknown[] = [];
    const app = await start(
      shop,
      plugin('mailer', (own) => {
        own.hooks.testShop.ordered(async ({ total }) => void seen.push(total));
        own.hooks.testShop.price(({ total }) => total * 10, { stage: 1 });
        own.hooks.testShop.price(async () => undefined);
      }),
    );
    try {
      const { body } = await app.agent.post('/orders');
      expect([body, seen]).toEqual([{ price: 20 }, [2]]);
    } finally {
      await app.close();
    }
  });

  it('names the plugin of a failed tap, in a 500 and in the log', async () => {
    let faulty = 'ordered';
    const failing = (name: string) => () => {
      if (faulty === name) throw new Error('boom');
    };
    const app = await start(
      shop,
      plugin('mailer', (own) => {
        own.hooks.testShop.ordered(failing('ordered'));
        own.hooks.testShop.packed(failing('packed'));
      }),
    );
    try {
      expect((await app.agent.post('/orders')).status).toBe(500);
      expect(app.logs.at(-1)).toMatchObject({ plugin: 'mailer', hook: 'testShop.ordered' });
      faulty = 'packed';
      expect((await app.agent.post('/orders')).status).toBe(200);
      expect(app.logs.at(-1)).toMatchObject({
        message: 'a tap of testShop.packed failed',
        plugin: 'mailer',
        at: 'testShop.packed',
      });
    } finally {
      await app.close();
    }
  });

  it('names the plugin of a tap that fails after a commit, and of lines of its own', async () => {
    const app = await start(
      plugin('shop', (own) => {
        const { ordered } = own.hooks.publish('testShop', shopHooks());
        own.hooks.boot.after(() =>
          own.database.transaction(async (tx) => tx.afterCommit(() => ordered.promise({ total: 1 }))),
        );
      }),
      plugin('mailer', (own) => {
        own.log.warn('no mail server');
        own.hooks.testShop.ordered(() => {
          throw new Error('boom');
        });
      }),
    );
    await app.close();
    expect(app.logs).toEqual([
      expect.objectContaining({ message: 'no mail server', plugin: 'mailer' }),
      expect.objectContaining({
        message: 'A task after a commit failed',
        plugin: 'mailer',
        reason: expect.stringContaining('boom'),
      }),
    ]);
  });

  it('can be tapped in boot, because it runs later', async () => {
    let calls = 0;
    const app = await start(
      shop,
      plugin('mailer', () => undefined, {
        boot: async (own) => own.hooks.testShop.ordered(() => void calls++),
      }),
    );
    await app.agent.post('/orders').expect(200);
    await app.close();
    expect(calls).toBe(1);
  });

  it('belongs to one application: a hook of two is an error', async () => {
    const shared = shopHooks();
    const publishing = plugin('shop', (own) => void own.hooks.publish('testShop', shared));
    expect(await messageOf(publishing)).toBe('started');
    expect(await messageOf(publishing)).toContain(
      'The hook testShop.ordered of the plugin "shop" is published already, maybe by another application of this process. Make the hook inside `register(app)`.',
    );
  });
});

describe('a mistake of a publisher stops startup', () => {
  it('a name that a plugin, a module or the kernel has', async () => {
    const first = plugin('shop', (own) => void own.hooks.publish('testShop', shopHooks()));
    const second = plugin('store', (own) => void own.hooks.publish('testShop', shopHooks()));
    expect(await messageOf(first, second)).toContain(
      'The hooks "testShop" are published by the plugin "shop" and by the plugin "store". Rename one of them',
    );
    const twice = plugin('shop', (own) => {
      for (let i = 0; i < 2; i++) own.hooks.publish('testShop', shopHooks());
    });
    expect(await messageOf(twice)).toContain(
      'The plugin "shop" publishes the hooks "testShop" twice. Publish all hooks of this name in one call.',
    );
    for (const [name, owner] of [
      ['documents', 'the module "content"'],
      ['boot', 'the kernel'],
    ] as const) {
      const taking = plugin(
        'shop',
        (own) => void own.hooks.publish(name as string, { x: hooks.sync<[]>([]) }),
      );
      expect(await messageOf(taking)).toContain(
        `The hooks "${name}" are published by ${owner} and by the plugin "shop".`,
      );
    }
  });

  it.each(['publish', 'then', 'toString', 'Shop', 'my-shop', ''])('the name "%s"', async (name) => {
    const publishing = plugin('shop', (own) => void own.hooks.publish(name, { x: hooks.sync<[]>([]) }));
    expect(await messageOf(publishing)).toContain(
      `The hooks "${name}" of the plugin "shop" cannot be published under this name.`,
    );
  });

  it.each<[string, object, string]>([
    ['no hooks', {}, 'publishes "shop" without hooks'],
    ['a function', () => undefined, 'publishes "shop" without hooks'],
    [
      'another object',
      { ordered: { tap: () => undefined } },
      'publishes "shop.ordered", which is not a hook of Quire. Make it with hooks.series',
    ],
    // biome-ignore lint/suspicious/noThenProperty: the mistake
    ['a reserved member', { then: hooks.sync<[]>([]) }, 'the name "then" is reserved'],
  ])('%s', async (_what, group, message) => {
    const publishing = plugin('shop', (own) => void own.hooks.publish('shop', group as never));
    expect(await messageOf(publishing)).toContain(message);
  });

  it.each([[undefined], ['order'], [['an order']], [[7]], [['new']], [['a', 'a']]])(
    'the names of arguments %j',
    async (names) => {
      for (const make of Object.values(hooks) as ((given: unknown) => SeriesHook<[]>)[]) {
        const publishing = plugin('shop', (own) => void own.hooks.publish('shop', { x: make(names) }));
        expect(await messageOf(publishing)).toMatch(
          /takes the names of its arguments as a list.*\(plugin shop, in register\)/,
        );
      }
    },
  );

  it('a module in place of its plugin', async () => {
    expect(await messageOf({ default: plugin('shop', () => undefined) } as never)).toContain(
      'plugin 1 of those given: is a module; pass its default export, which is the plugin',
    );
  });

  it('publishing in boot', async () => {
    const late = plugin('shop', () => undefined, {
      boot: async (own) => void own.hooks.publish('testShop', shopHooks()),
    });
    expect(await messageOf(late)).toContain('"testShop" are published by the plugin "shop" too late');
  });
});

describe('a tap of a hook that does not exist stops startup', () => {
  it.each<[string, (app: App) => void, string]>([
    [
      'an unknown hook of a group',
      (app) => untyped(app).documents?.comitted?.(() => undefined),
      'The plugin "audit" taps documents.comitted, a hook that does not exist. Did you mean documents.committed?',
    ],
    [
      'a hook unlike all others',
      (app) => untyped(app).documents?.beforeSave?.(() => undefined),
      'The plugin "audit" taps documents.beforeSave, a hook that does not exist. Tap one of documents.prepare, documents.validate,',
    ],
    [
      'a misspelled group',
      (app) => untyped(app).document?.prepare?.(() => undefined),
      'The plugin "audit" taps document.prepare, a hook that does not exist. Did you mean documents.prepare?',
    ],
    [
      'an unknown group',
      (app) => untyped(app).warehouse?.emptied?.(() => undefined),
      'taps warehouse.emptied, a hook that does not exist. Enable the plugin that publishes the hooks "warehouse", or ask `\'warehouse\' in app.hooks` first.',
    ],
    [
      'a misspelled hook without a group',
      (app) => (app.hooks as unknown as { listenin(fn: () => void): void }).listenin(() => undefined),
      'The plugin "audit" taps listenin, a hook that does not exist. Did you mean listening?',
    ],
    [
      'a group as a hook',
      (app) => (app.hooks as unknown as { shp(fn: () => void): void }).shp(() => undefined),
      'The plugin "audit" taps shp, a hook that does not exist.',
    ],
  ])('%s', async (_what, tap, message) => {
    expect(await messageOf(plugin('audit', tap))).toContain(message);
    const late = plugin('audit', () => undefined, { boot: async (app) => tap(app) });
    expect(await messageOf(late)).toContain(message);
  });

  it('a group that a later plugin publishes', async () => {
    const tapping = (more: Partial<AnyPlugin>) =>
      plugin('mailer', (app) => app.hooks.testShop.ordered(() => undefined), more);
    const shop = plugin('shop', (own) => void own.hooks.publish('testShop', shopHooks()));
    expect(await messageOf(tapping({}), shop)).toContain(
      'The plugin "mailer" taps testShop.ordered before the plugin "shop" publishes it. Add "shop" to the `dependencies` of "mailer", or to its `after` if the plugin works without it.',
    );
    expect(await messageOf(tapping({ after: ['shop'] }), shop)).toBe('started');
    const misspelled = plugin('mailer', (app) => untyped(app).testShop?.orderd?.(() => undefined));
    expect(await messageOf(misspelled, shop)).toContain('Did you mean testShop.ordered?');
  });

  it('names all such taps at once', async () => {
    const message = await messageOf(
      plugin('audit', (app) => untyped(app).stock?.low?.(() => undefined)),
      plugin('mailer', (app) => untyped(app).bills?.paid?.(() => undefined)),
    );
    expect(message).toContain('The plugin "audit" taps stock.low');
    expect(message).toContain('The plugin "mailer" taps bills.paid');
  });
});

it('app.hooks answers questions about its members', async () => {
  const seen: Record<string, unknown> = {};
  const app = await start(
    plugin('shop', (own) => {
      seen.before = 'testShop' in own.hooks;
      own.hooks.publish('testShop', shopHooks());
      Object.assign(seen, {
        after: 'testShop' in own.hooks,
        group: Object.keys(own.hooks.testShop),
        inside: ['ordered' in own.hooks.testShop, 'paid' in own.hooks.testShop],
        text: JSON.stringify(Object.keys(own.hooks)),
      });
      for (const each of [own.hooks, own.hooks.testShop, untyped(own).unknown])
        for (const name of ['then', 'toJSON', Symbol.toPrimitive, Symbol.iterator, Symbol.toStringTag])
          expect([name, Reflect.get(each as object, name)]).toEqual([name, undefined]);
    }),
  );
  await app.close();
  expect(seen).toMatchObject({
    before: false,
    after: true,
    group: ['ordered', 'price', 'packed'],
    inside: [true, false],
  });
  expect(seen.text).toContain('"documents"');
  // A promise may resolve to it.
  expect(await Promise.resolve(app.kernel.hooks)).toBe(app.kernel.hooks);
});
