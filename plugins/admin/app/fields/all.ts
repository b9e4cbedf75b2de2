// The fields of the attribute types of core and of upload.
import { blocks } from './blocks';
import { component, zone } from './entries';
import { media } from './media';
import { addField, setFallback } from './registry';
import { relation } from './relation';
import { boolean, choice, json, moment, numeric } from './scalars';
import { line, lines, markdown, password, uid } from './texts';

for (const field of [line, lines, markdown, password, uid, numeric, moment, choice, boolean, json])
  addField(field);
for (const field of [relation, component, zone, media, blocks]) addField(field);
setFallback(json);
