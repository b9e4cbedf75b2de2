// Cases of the places of definition files: both layouts, misplaced files, and files that cannot be read.
import { check, get, INVALID, inAnyOrder, made, post } from '../build';
import type { Case } from '../case';
import { PLUGGED } from './plugged';

const at = (path: string): string => path.replaceAll('.', '\\.').replaceAll('[', '\\[');
const misplaced = (file: string, place: string): string => `${at(file)}: [^\\n]*move it to ${at(place)}\\n`;
/** The message does not name the file, or it names the file once. */
const silent = (file: string): string => `(?![\\s\\S]*${at(file)})`;
const once = (file: string): string => `(?![\\s\\S]*${at(file)}:[\\s\\S]*${at(file)}:)`;
const COMPONENT = 'src/components/<category>/<name>.json';
const TYPE = 'src/api/lost/content-types/<name>/schema.json';
const broken = { kind: 'none' };

export const quireDefinitionFolderCases: readonly Case[] = [
  check(
    'quire.definitions.folders',
    { a: made('/leaflets', { name: '{mark}', folds: [{ angle: 90 }] }) },
    [
      get('/leaflets/{a.documentId}?populate=folds', { data: { name: '{mark}', folds: [{ angle: 90 }] } }),
      post('/posters', { name: '{mark}' }, { status: 201 }),
      post('/leaflets', { folds: [{ angle: 'x' }] }, INVALID),
    ],
    { deploy: PLUGGED, name: 'the layout below config' },
  ),
  {
    rows: ['quire.definitions.folders'],
    refuses: {
      files: {
        'components/lost.json': {},
        'components/second.json': {},
        'components/.hidden.json': {},
        'components/note.txt': '',
        'components/shared/inner/deep.json': {},
        'components/shared/later/deep.json': {},
        'components/zone/inner/deep.json': {},
        'components/zone/fold.json': broken,
        'api/lost/content-types/lost.json': {},
        'api/lost/content-types/other/other.json': {},
        'api/lost/content-types/other/more.json': {},
        'api/lost/content-types/good/schema.json': broken,
        'api/lost/content-types/good/example.json': {},
        'api/lost/content-types/folder/schema.json/x.txt': '',
        'api/lost/data.json': {},
        'api/flat/content-types': '',
        'api/twice/content-types/twice/schema.json': '{ "info": {}, "info": {} }',
        'api/cut/content-types/cut/schema.json': '{ "kind": "collectionType"\n  "info": {} }',
      },
      config: {
        'content-types/bad': broken,
        'content-types/worse': broken,
        'content-types/first/schema': {},
        'content-types/second/schema': {},
        'components/lost': {},
      },
    },
    saying: [
      inAnyOrder([
        misplaced('src/components/lost.json', COMPONENT),
        misplaced('src/components/second.json', COMPONENT),
        misplaced('src/components/shared/inner/deep.json', COMPONENT),
        misplaced('src/components/shared/later/deep.json', COMPONENT),
        misplaced('src/components/zone/inner/deep.json', COMPONENT),
        misplaced('src/api/lost/content-types/lost.json', TYPE),
        misplaced('src/api/lost/content-types/other/other.json', TYPE),
        misplaced('src/api/lost/content-types/other/more.json', TYPE),
        misplaced('config/content-types/first/schema.json', 'config/content-types/<name>.json'),
        misplaced('config/content-types/second/schema.json', 'config/content-types/<name>.json'),
        misplaced('config/components/lost.json', 'config/components/<category>/<name>.json'),
        at('src/components/zone/fold.json → kind'),
        at('src/api/lost/content-types/good/schema.json → kind'),
        at('config/content-types/bad.json → kind'),
        at('config/content-types/worse.json → kind'),
        at('src/api/lost/content-types/folder/schema.json: is a folder'),
        at('src/api/flat/content-types: is a file'),
        at('src/api/twice/content-types/twice/schema.json → line 1, column 15: the key "info"'),
        at('src/api/cut/content-types/cut/schema.json → line 2, column 3: expected'),
      ]),
      silent('.hidden.json'),
      silent('example.json'),
      silent('other/schema.json'),
      silent('data.json'),
      once('src/api/flat/content-types'),
    ].join(''),
  },
];
