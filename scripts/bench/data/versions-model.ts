// The content types of the scenarios about versions: a story with two axes and links, the same without axes, and a page with
// drafts.

const relation = (kind: string, name: string) => ({
  type: 'relation',
  relation: kind,
  target: `api::${name}.${name}`,
});
const i18n = (localized: boolean) => ({ pluginOptions: { i18n: { localized } } });
const BOTH = { options: { draftAndPublish: true }, ...i18n(true) };

const type = (singular: string, plural: string, attributes: object, more: object = {}) => ({
  kind: 'collectionType',
  collectionName: plural,
  info: { singularName: singular, pluralName: plural },
  ...more,
  attributes,
});

/** A story, its author and its labels. `prefix` names the types without axes. */
const stories = (prefix: string, more: object) => {
  const own = more === BOTH ? i18n(true) : {};
  return [
    type(
      `${prefix}writer`,
      `${prefix}writers`,
      { name: { type: 'string', ...own }, email: { type: 'email' } },
      more,
    ),
    type(
      `${prefix}label`,
      `${prefix}labels`,
      { name: { type: 'string', ...own }, color: { type: 'string' } },
      more,
    ),
    type(
      `${prefix}story`,
      `${prefix}stories`,
      {
        title: { type: 'string', ...own },
        summary: { type: 'text', ...own },
        rating: { type: 'integer' },
        moment: { type: 'datetime' },
        writer: relation('manyToOne', `${prefix}writer`),
        labels: relation('manyToMany', `${prefix}label`),
      },
      more,
    ),
  ];
};

export const VERSION_TYPES = [
  ...stories('', BOTH),
  ...stories('plain', {}),
  type('tag', 'tags', { name: { type: 'string' } }),
  type('file', 'files', { name: { type: 'string' } }),
  type(
    'page',
    'pages',
    {
      title: { type: 'string', required: true },
      slug: { type: 'string' },
      cover: relation('manyToOne', 'file'),
      tags: relation('manyToMany', 'tag'),
      seo: { type: 'component', component: 'zone.seo' },
      zone: { type: 'dynamiczone', components: ['zone.hero', 'zone.quote'] },
    },
    { options: { draftAndPublish: true } },
  ),
];

export const VERSION_COMPONENTS = {
  'zone.seo': { title: { type: 'string' }, text: { type: 'text' } },
  'zone.hero': { heading: { type: 'string' }, image: relation('oneToOne', 'file') },
  'zone.quote': { text: { type: 'text' }, source: { type: 'string' } },
};
