// The document of the two editors: a text in each kind of place.
export const NOTE = 'api::note.note';
export const FIELDS = ['line', 'body', 'story', 'part', 'sections'] as const;
export type FieldName = (typeof FIELDS)[number];

/** Texts of entries, without a limit that random typing could reach. */
const words = { words: { type: 'text' } };

export const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'note', pluralName: 'notes' },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: 'string' },
        line: { type: 'text' },
        body: { type: 'richtext' },
        story: { type: 'blocks' },
        part: { type: 'component', component: 'shared.part' },
        sections: { type: 'dynamiczone', components: ['shared.section'] },
      },
    },
  ],
  components: {
    'shared.part': { info: { displayName: 'Part' }, attributes: words },
    'shared.section': { info: { displayName: 'Section' }, attributes: words },
  },
} as never;

export const FIRST = {
  title: 'Shared',
  line: '.',
  body: '.',
  story: [{ type: 'paragraph', children: [{ type: 'text', text: '.' }] }],
  part: { words: '.' },
  sections: [{ __component: 'shared.section', words: '.' }],
} as const;

export const POPULATE = { part: true, sections: { on: { 'shared.section': true } } } as const;

export const PLUGINS = {
  rest: true,
  'draft-and-publish': true,
  'users-permissions': {
    config: { jwtSecret: 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK', ratelimit: { enabled: false } },
  },
  admin: true,
} as const;
