// A plugin with mistakes in its types, attributes and axes: the start must fail, and the message names all of them.
import { inAnyOrder } from '../build';
import type { Case } from '../case';
import { typeOf } from '../definition-files';

const PLUGIN = 'plugin conformance-extension';
/** The place of a type or a component of the plugin. */
const own = (name: string): string => `${PLUGIN} \\((plugin::conformance-extension\\.)?${name}\\)`;
const CODE = `(_extension, app) => {
  const OWN = 'plugin::conformance-extension.';
  const info = (name) => ({ info: { singularName: name, pluralName: name + 's' } });
  const text = { type: 'string' };
  app.hooks.schema.collect((collector) => {
    const add = (name, attributes, more = {}) => collector.addContentType(OWN + name, { ...info(name), attributes, ...more });
    add('note', { day: { type: 'string', default: () => 'monday' }, kind: { type: 'strng' }, tag: { type: 'relation', relation: 'oneToOne', target: 'api::tga.tga' } });
    add('note', {});
    add('open', { text }, { indexes: [{ attributes: [] }, { attributes: ['txt'] }, { columns: 'text' }] });
    add('keyed', { text }, { colour: 1 });
    add('again', { text: { type: 'string', maxLength: 'x' } }, { indexes: [{ attributes: [] }] });
    add('shut', { text: { type: 'string', maxLength: 'x' } }, { options: 5 });
    add('named', {}, { info: { singularName: 'note', pluralName: 'Named Things' } });
    add('hidden', {}, { collectionName: 'quire_hidden' });
    add('taken', {}, { collectionName: 'tags' });
    collector.addComponent('bad name.line', { info: {}, attributes: {} });
    collector.addComponent('notes.line', { info: {}, attributes: { lines: { type: 'component', component: 'notes.none' }, text: { type: 'string', default: () => 1 } } });
    collector.extendContentType('api::tgs.tgs', { x: text });
    collector.extendContentType('api::tag.tag', { name: text });
  });
  const axis = (name, more = {}) => ({ name, column: '_' + name, kind: 'parallel', store: { kind: 'enum', values: ['a', 'b'] },
    base: () => 'a', defaultValue: () => 'a', any: true, pin: 'restrict', permission: () => null, ...more });
  const stages = (name, more = {}) => axis(name, { kind: 'stages', working: 'b', any: false, ...more });
  const never = () => false;
  app.hooks.schema.contentType((type) => {
    if (type.uid !== 'api::mixed.mixed') return;
    type.addAttribute('name', text);
    type.addAttribute('other', { type: 'integer', min: 3, max: 2 });
    type.addAxis(axis('side', { outputKey: 'face' }), never);
    type.addAxis(axis('side'), never);
    type.addAxis(axis('loose', { kind: undefined }), never);
    type.addAxis(axis('wide', { store: { kind: 'text', length: 9 } }), never);
    type.addAxis(stages('idle', { working: 'a' }), never);
    type.addAxis(stages('lost', { working: 'c' }), never);
    type.addAxis(stages('moved', { base: () => 'b' }), never);
    type.addAxis(stages('step'), never);
    type.addAxis(stages('leap'), never);
    type.addSiblings('sides', 'side');
    type.addSiblings('sides', 'side');
    type.addSiblings('name', 'side');
    type.addTailField({ name: 'shout', type: 'string' });
    type.addTailField({ name: 'shout', type: 'string' });
    type.addTailField({ name: 'whisper', type: 'strng' });
  });
}`;
const MIXED = 'src/api/mixed/content-types/mixed/schema.json';
/** The place of what the plugin added to the type. */
const IN_MIXED = `${PLUGIN} \\(api::mixed\\.mixed, in schema\\.contentType\\)`;
const LINES: readonly string[] = [
  `${own('note')} → attributes\\.day\\.default: a default is a value[^\\n]*action\\.set`,
  `${own('note')} → attributes\\.kind\\.type: unknown type "strng"; did you mean "string"`,
  `${own('note')} → attributes\\.tag\\.target: there is no content type "api::tga\\.tga"; did you mean "api::tag\\.tag"`,
  `${own('note')}: defines "plugin::conformance-extension\\.note", which ${own('note')} defines already`,
  `${own('open')} → indexes\\[0\\]\\.attributes: expected a list of at least 1`,
  `${own('open')} → indexes\\[1\\]\\.attributes: there is no attribute "txt"; did you mean "text"`,
  `${own('open')} → indexes\\[2\\]\\.columns: expected a list`,
  `${own('again')} → attributes\\.text\\.maxLength: `,
  `${own('again')} → indexes\\[0\\]\\.attributes: expected a list of at least 1`,
  `${own('keyed')} → colour: unknown key`,
  `${own('shut')} → options: `,
  `${own('named')} → info\\.pluralName: expected lower-case words`,
  `${own('named')} → info\\.singularName: "note" is already a name of plugin::conformance-extension\\.note`,
  `${own('hidden')} → collectionName: names that begin with "quire_" are reserved`,
  `${own('taken')} → collectionName: the table "tags" is also that of api::tag\\.tag`,
  `${own('bad name\\.line')}: expected category and name[^\\n]*got "bad name\\.line"`,
  `${own('notes\\.line')} → attributes\\.lines\\.component: `,
  `${own('notes\\.line')} → attributes\\.text\\.default: a default is a value`,
  `${PLUGIN}: extends the content type "api::tgs\\.tgs"[^\\n]*did you mean "api::tag\\.tag"`,
  `src/api/tag/[^\\n]* → attributes\\.name: ${PLUGIN} \\(api::tag\\.tag, in schema\\.collect\\) adds an attribute of this name`,
  `${MIXED} → attributes\\.name: ${IN_MIXED} adds an attribute of this name`,
  `${IN_MIXED} → attributes\\.other\\.min: `,
  `${MIXED} → attributes\\.face: "face" is the name of a field that the axis "side" adds`,
  `${IN_MIXED}: two plugins attach an axis named "side"`,
  `${IN_MIXED}: the axis "loose" has no kind`,
  `${IN_MIXED}: the axis "wide" has permissions and is stored as text[^\\n]*any: false`,
  `${IN_MIXED}: the axis "idle" needs \`working\`: a value other than "a"`,
  `${IN_MIXED}: the axis "lost" needs \`working\``,
  `${IN_MIXED}: the axis "moved"[^\\n]*base\\(\\) and defaultValue\\(\\) must be equal`,
  `${IN_MIXED}: the axis "leap" and the axis "step" are both of kind 'stages'`,
  `${MIXED} → attributes\\.sides: ${IN_MIXED} adds an attribute of this name`,
  `${IN_MIXED}: ${IN_MIXED} adds a field named "shout"`,
  `${IN_MIXED}: adds the field "whisper" of the unknown type "strng"`,
];

/** Each wrong list is reported once. */
const ONCE = `(?![\\s\\S]*${own('open')} → indexes\\[0\\][\\s\\S]*${own('open')} → indexes\\[0\\])`;

export const quirePluggedMistakeCases: readonly Case[] = [
  {
    rows: ['quire.plugins.types.refused'],
    refuses: {
      files: typeOf('mixed', { name: { type: 'string' }, face: { type: 'string' } }),
      extension: CODE,
    },
    saying: `${inAnyOrder(LINES)}${ONCE}`,
  },
];
