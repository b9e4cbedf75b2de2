// An axis of a third-party plugin beside locales: of each kind, in each storage. The answers depend on the kind alone.
import {
  ANY,
  type AxisDefinition,
  createKernel,
  type DocumentObject,
  definePlugin,
  type Kernel,
  only,
  type ParamDefinition,
  type WriteAction,
} from '../../../core';
import { createTestApp, type TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { examine } from '../../../core/testing/examine';

type Kind = AxisDefinition['kind'];
type Service = Readonly<Record<string, (args: object) => Promise<unknown>>>;

const PAGE = 'api::page.page';
const TAG = 'api::tag.tag';
const VALUES = { parallel: ['web', 'print'], stages: ['shown', 'work'] } as const;
const STORES = { text: { kind: 'text', length: 20 }, enum: null } as const;

const localized = { pluginOptions: { i18n: { localized: true } } };
const TYPES = [
  {
    info: { singularName: 'page', pluralName: 'pages' },
    ...localized,
    attributes: {
      title: { type: 'string', required: true, unique: true, ...localized },
      price: { type: 'integer' },
      tags: { type: 'relation', relation: 'manyToMany', target: TAG, inversedBy: 'pages' },
      lead: { type: 'relation', relation: 'oneToOne', target: TAG, inversedBy: 'led' },
    },
  },
  {
    info: { singularName: 'tag', pluralName: 'tags' },
    attributes: {
      name: { type: 'string' },
      pages: { type: 'relation', relation: 'manyToMany', target: PAGE, mappedBy: 'tags' },
      led: { type: 'relation', relation: 'oneToOne', target: PAGE, mappedBy: 'lead' },
      some: { type: 'relation', relation: 'manyToMany', target: PAGE },
    },
  },
];

function axisOf(kind: Kind, store: keyof typeof STORES): AxisDefinition {
  const [first, second] = VALUES[kind];
  const facts = {
    name: 'third',
    column: 'third',
    store: STORES[store] ?? { kind: 'enum', values: [second, first] },
    base: () => first,
    defaultValue: () => first,
    any: kind === 'parallel',
    pin: kind === 'parallel' ? 'select' : 'restrict',
  } as const;
  return kind === 'parallel' ? { ...facts, kind } : { ...facts, kind, working: second };
}

/** The axis, its parameter and, for stages, the operations between the two rows. */
const pluginOf = (axis: AxisDefinition) =>
  definePlugin({
    name: 'third',
    register({ hooks, params, operations }) {
      hooks.schema.contentType((type) => {
        if (type.uid === PAGE) type.addAxis(axis, () => false);
      });
      params.add({
        name: 'third',
        description: 'third',
        on: ['find', 'findOne', 'create', 'update', 'delete'],
        parse: String,
        apply(request, value) {
          request.axes = { ...request.axes, third: value === '*' ? ANY : only(value) };
        },
        openapi: {},
      } satisfies ParamDefinition<string>);
      if (axis.kind === 'parallel') return;
      const at = (target: WriteAction['target'], third: string) => ({ ...target, third });
      hooks.documents.prepare((action) => {
        if (action.type.uid !== PAGE || !['create', 'update'].includes(action.operation)) return;
        action.goesLive = action.target.third !== 'work';
        action.target.third = 'work';
        if (!action.goesLive) action.strictness = 'partial';
        else
          action.followUps.push({
            name: 'show',
            async run({ action: own, variants }) {
              await variants.copy(own.type, own.documentId, own.target, at(own.target, 'shown'));
              own.target = at(own.target, 'shown');
            },
          });
      });
      operations.add({
        name: 'show',
        async run({ action, variants }, documentId) {
          await variants.complete(action.type, documentId, at(action.target, 'work'));
          await variants.copy(action.type, documentId, at(action.target, 'work'), at(action.target, 'shown'));
        },
      });
      operations.add({
        name: 'revert',
        async run({ action, variants }, documentId) {
          await variants.copy(action.type, documentId, at(action.target, 'shown'), at(action.target, 'work'));
        },
      });
    },
  });

/** One application per kind and storage; every question has documents of its own. */
class Bench {
  app!: TestApp;
  #kernel: Kernel | null = null;
  #question = 0;

  constructor(readonly axis: AxisDefinition) {}

  get kernel(): Kernel {
    return this.#kernel ?? this.app.kernel;
  }

  async open(database: Parameters<typeof createTestApp>[0]): Promise<void> {
    this.app = await createTestApp({ ...database, ...this.#options, plugins: [pluginOf(this.axis)] });
  }

  get #options() {
    return {
      contentTypes: TYPES as never,
      config: { plugins: { i18n: { config: { locales: ['en', 'fr'] } } } },
      listen: false,
    };
  }

  /** Starts the application again, with the axis or without. */
  async restart(withAxis: boolean): Promise<void> {
    await this.kernel.stop();
    this.#kernel = await createKernel({
      dir: this.app.dir,
      env: { NODE_ENV: 'test' },
      overrides: { ...this.#options.config, database: this.app.kernel.config.database },
      plugins: withAxis ? [pluginOf(this.axis)] : [],
      writeLog: () => undefined,
    });
    await this.#kernel.start();
  }

  async close(): Promise<void> {
    await this.#kernel?.stop();
    await this.app.close();
  }

  next = (): number => ++this.#question;

  async call(name: string, args: object, uid = PAGE): Promise<DocumentObject | null> {
    const service = this.kernel.documents(uid) as unknown as Service;
    return ((await service[name]?.(args)) ?? null) as DocumentObject | null;
  }

  /** Titles get the question's number, since they are unique. */
  title = (title: string): string => `${title} ${this.#question}`;
  plain = (title: unknown): unknown => (typeof title === 'string' ? title.replace(/ \d+$/, '') : null);

  async create(title: string | null, args: object = {}, more: object = {}): Promise<string> {
    const data = { ...(title ? { title: this.title(title) } : {}), ...more };
    return String((await this.call('create', { data, ...args }))?.documentId);
  }

  update = (documentId: string, title: string, args: object = {}, more: object = {}) =>
    this.call('update', { documentId, data: { title: this.title(title), ...more }, ...args });

  tag = async (data: object = {}): Promise<string> =>
    String((await this.call('create', { data: { name: 'tag', ...data } }, TAG))?.documentId);

  /** `Home` at the first value, `Second` at the second. */
  async home(more: object = {}, moreAtSecond: object = {}): Promise<string> {
    const documentId = await this.create('Home', {}, more);
    await this.update(documentId, 'Second', this.second, moreAtSecond);
    return documentId;
  }

  readonly second = { third: '' };

  /** Titles at the first and at the second value. */
  async titles(documentId: string, args: object = {}): Promise<unknown[]> {
    const first = await this.call('findOne', { documentId, ...args });
    const second = await this.call('findOne', { documentId, ...args, ...this.second });
    return [this.plain(first?.title), this.plain(second?.title)];
  }

  /** Numbers of tags at the first and at the second value. */
  async links(documentId: string): Promise<unknown[]> {
    const read = { documentId, populate: ['tags'] };
    const rows = [await this.call('findOne', read), await this.call('findOne', { ...read, ...this.second })];
    return rows.map((row) => (row?.tags as unknown[] | undefined)?.length ?? null);
  }

  refused = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => false,
      ({ status }: { status: number }) => status === 400,
    );

  /** Has the working row pending changes? null: no row has such a column. */
  async pending(documentId: string): Promise<number | null> {
    if (this.axis.kind === 'parallel') return null;
    const { database } = this.kernel;
    const stored = this.axis.store.kind === 'text' ? this.axis.working : 0;
    const text = 'SELECT third_pending FROM pages WHERE document_id = ? AND third = ? ORDER BY id';
    return database.transaction(async (tx) => Number((await tx.all(text, [documentId, stored]))[0]?.[0]));
  }
}

interface Question {
  readonly asks: string;
  readonly run: (bench: Bench) => Promise<unknown>;
  readonly parallel: unknown;
  readonly stages: unknown;
}

const QUESTIONS: readonly Question[] = [
  {
    asks: 'which rows a write at the second value changes',
    run: async (bench) => bench.titles(await bench.home()),
    parallel: ['Home', 'Second'],
    stages: ['Home', 'Second'],
  },
  {
    asks: 'which rows a write at the first value changes',
    run: async (bench) => {
      const documentId = await bench.home();
      await bench.update(documentId, 'Third');
      return bench.titles(documentId);
    },
    parallel: ['Third', 'Second'],
    stages: ['Third', 'Third'],
  },
  {
    asks: 'whether a row at the second value may lack a required value',
    run: async (bench) => !(await bench.refused(bench.create(null, bench.second))),
    parallel: false,
    stages: true,
  },
  {
    asks: 'how many rows a delete at the second value removes',
    run: async (bench) => bench.call('delete', { documentId: await bench.home(), ...bench.second }),
    parallel: { deleted: 1 },
    stages: { deleted: 2 },
  },
  {
    asks: 'which rows a delete at the second value leaves',
    run: async (bench) => {
      const documentId = await bench.home();
      await bench.call('delete', { documentId, ...bench.second });
      return bench.titles(documentId);
    },
    parallel: ['Home', null],
    stages: [null, null],
  },
  {
    asks: 'which rows a delete in another locale leaves',
    run: async (bench) => {
      const documentId = await bench.home();
      await bench.update(documentId, 'Accueil', { locale: 'fr' });
      await bench.call('delete', { documentId, locale: 'fr' });
      return [...(await bench.titles(documentId)), ...(await bench.titles(documentId, { locale: 'fr' }))];
    },
    parallel: ['Home', 'Second', null, null],
    stages: ['Home', 'Second', null, null],
  },
  {
    asks: 'whether the first row keeps its unique value after a write at the second value',
    run: async (bench) => {
      await bench.home();
      return bench.refused(bench.create('Home'));
    },
    parallel: true,
    stages: true,
  },
  {
    asks: 'whether the first row keeps its unique value after a delete at the second value',
    run: async (bench) => {
      await bench.call('delete', { documentId: await bench.home(), ...bench.second });
      return bench.refused(bench.create('Home'));
    },
    parallel: true,
    stages: false,
  },
  {
    asks: 'whether another document can take the second title at the first value',
    run: async (bench) => {
      await bench.home();
      return !(await bench.refused(bench.create('Second')));
    },
    parallel: true,
    stages: true,
  },
  {
    asks: 'whether another document can take the second title at the second value',
    run: async (bench) => {
      await bench.home();
      return !(await bench.refused(bench.create('Second', bench.second)));
    },
    parallel: false,
    stages: true,
  },
  {
    asks: 'which links the rows have',
    run: async (bench) => {
      const [one, two, three] = [await bench.tag(), await bench.tag(), await bench.tag()];
      return bench.links(await bench.home({ tags: [one] }, { tags: [one, two, three] }));
    },
    parallel: [1, 3],
    stages: [1, 3],
  },
  {
    asks: 'which rows a connect from the other side at the second value reaches',
    run: async (bench) => {
      const documentId = await bench.home();
      const data = { pages: { connect: [documentId] } };
      await bench.call('update', { documentId: await bench.tag(), data, ...bench.second }, TAG);
      return bench.links(documentId);
    },
    parallel: [0, 1],
    stages: [1, 1],
  },
  {
    asks: 'which rows a connect from the other side at the first value reaches',
    run: async (bench) => {
      const documentId = await bench.home();
      await bench.tag({ pages: [documentId] });
      return bench.links(documentId);
    },
    parallel: [1, 0],
    stages: [1, 1],
  },
  {
    asks: 'at which values a link that names the second one is seen',
    run: async (bench) => {
      const documentId = await bench.home();
      const tag = await bench.tag({ some: [{ documentId, ...bench.second }] });
      const read = { documentId: tag, populate: ['some'] };
      const seen = [
        await bench.call('findOne', read, TAG),
        await bench.call('findOne', { ...read, ...bench.second }, TAG),
      ];
      return seen.map((row) =>
        (row ? (row.some as DocumentObject[]) : []).map((page) => bench.plain(page.title)),
      );
    },
    parallel: [['Second'], ['Second']],
    stages: [[], ['Second']],
  },
  {
    asks: 'whether a one-to-one target is taken from the other row at the second value alone',
    run: async (bench) => {
      const lead = await bench.tag();
      const loser = await bench.home({ lead }, { lead });
      const keeper = await bench.create('Keeper', {});
      await bench.update(keeper, 'Keeper', bench.second, { lead });
      const read = { documentId: loser, populate: ['lead'] };
      const rows = [
        await bench.call('findOne', read),
        await bench.call('findOne', { ...read, ...bench.second }),
      ];
      return rows.map((row) => row?.lead !== null);
    },
    parallel: [true, false],
    stages: [true, false],
  },
  {
    asks: 'when a working row has pending changes: after a write at the first, at the second value',
    run: async (bench) => {
      const documentId = await bench.create('Home');
      const states = [await bench.pending(documentId)];
      await bench.update(documentId, 'Second', bench.second);
      return [...states, await bench.pending(documentId)];
    },
    parallel: [null, null],
    stages: [0, 1],
  },
  {
    asks: 'which rows are there after the axis was disabled and enabled, with a write at the first value between',
    run: async (bench) => {
      const [same, own] = [await bench.create('Same'), await bench.home()];
      const alone = await bench.create('Alone', bench.second);
      await bench.restart(false);
      const without = [same, own, alone].map((documentId) => bench.call('findOne', { documentId }));
      const hidden = (await Promise.all(without)).map((row) => bench.plain(row?.title));
      await bench.update(same, 'Meanwhile');
      await bench.update(own, 'Between');
      const healthy = await examine(bench.kernel);
      await bench.restart(true);
      return [hidden, healthy, await Promise.all([same, own, alone].map((each) => bench.titles(each)))];
    },
    parallel: [
      ['Same', 'Home', null],
      [],
      [
        ['Meanwhile', null],
        ['Between', 'Second'],
        [null, 'Alone'],
      ],
    ],
    stages: [
      ['Same', 'Home', null],
      [],
      [
        ['Meanwhile', 'Meanwhile'],
        ['Between', 'Second'],
        [null, 'Alone'],
      ],
    ],
  },
  {
    asks: 'whether the axis keeps unique values, disabled and enabled again',
    run: async (bench) => {
      await bench.home();
      await bench.restart(false);
      const disabled = await bench.refused(bench.create('Home'));
      await bench.restart(true);
      const enabled = [await bench.refused(bench.create('Home'))];
      return [disabled, ...enabled, await bench.refused(bench.create('Second', bench.second))];
    },
    parallel: [true, true, true],
    stages: [true, true, false],
  },
  {
    asks: 'which rows a document has that was made before the axis was attached',
    run: async (bench) => {
      await bench.restart(false);
      const documentId = await bench.create('Before', {}, { tags: [await bench.tag()] });
      await bench.restart(true);
      return [await bench.titles(documentId), await bench.links(documentId), await bench.pending(documentId)];
    },
    parallel: [['Before', null], [1, null], null],
    stages: [['Before', 'Before'], [1, 1], 0],
  },
];

/** Copies between the two rows of stages, and pending changes. */
const OF_STAGES: readonly Pick<Question, 'asks' | 'run' | 'stages'>[] = [
  {
    asks: 'when a working row has pending changes: after a link from the other side, after a lost target',
    run: async (bench) => {
      const [linked, loser] = [await bench.create('Linked'), await bench.create('Loser')];
      const lead = await bench.tag();
      await bench.update(loser, 'Loser', {}, { lead });
      const data = { pages: { connect: [{ documentId: linked, ...bench.second }] } };
      await bench.call('update', { documentId: await bench.tag(), data }, TAG);
      await bench.create('Keeper', bench.second, { lead });
      return [await bench.pending(linked), await bench.pending(loser), await bench.links(linked)];
    },
    stages: [1, 1, [0, 1]],
  },
  {
    asks: 'what showing the working row leaves',
    run: async (bench) => {
      const documentId = await bench.home({}, { tags: [await bench.tag()] });
      await bench.call('show', { documentId });
      const free = !(await bench.refused(bench.create('Home')));
      const taken = await bench.refused(bench.create('Second'));
      const rows = [await bench.titles(documentId), await bench.links(documentId)];
      return [...rows, await bench.pending(documentId), free, taken];
    },
    stages: [['Second', 'Second'], [1, 1], 0, true, true],
  },
  {
    asks: 'what reverting the working row leaves',
    run: async (bench) => {
      const documentId = await bench.home({ tags: [await bench.tag()] }, { tags: [] });
      await bench.call('revert', { documentId });
      return [await bench.titles(documentId), await bench.links(documentId), await bench.pending(documentId)];
    },
    stages: [['Home', 'Home'], [1, 1], 0],
  },
  {
    asks: 'whether an incomplete working row can be shown',
    run: async (bench) => {
      const documentId = await bench.create(null, bench.second);
      return [await bench.refused(bench.call('show', { documentId })), await bench.pending(documentId)];
    },
    stages: [true, 1],
  },
  {
    asks: 'which locale showing reaches',
    run: async (bench) => {
      const documentId = await bench.home();
      await bench.update(documentId, 'Accueil', { locale: 'fr', ...bench.second });
      await bench.call('show', { documentId });
      return [await bench.titles(documentId), await bench.titles(documentId, { locale: 'fr' })];
    },
    stages: [
      ['Second', 'Second'],
      [null, 'Accueil'],
    ],
  },
];

const CASES = testDatabases().flatMap((database) =>
  (['parallel', 'stages'] as const).flatMap((kind) =>
    (['text', 'enum'] as const).map((store) => ({ database, kind, store })),
  ),
);

describe.each(CASES)('an axis of kind $kind stored as $store on $database', ({ database, kind, store }) => {
  const bench = new Bench(axisOf(kind, store));
  Object.assign(bench.second, { third: VALUES[kind][1] });
  const questions =
    kind === 'parallel'
      ? QUESTIONS
      : [...QUESTIONS, ...OF_STAGES.map((each) => ({ ...each, parallel: null }))];

  beforeAll(() => bench.open({ database }));
  afterAll(() => bench.close());

  test.each(questions)('$asks', async (question) => {
    bench.next();
    expect(await question.run(bench)).toEqual(question[kind]);
  });

  test('the doctor finds nothing wrong', async () => {
    expect(await examine(bench.kernel)).toEqual([]);
  });
});
