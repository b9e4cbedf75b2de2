// The fields of the attribute types of core and of upload.
import { blocks } from './blocks';
import { component, zone } from './entries';
import { media } from './media';
import { day, moment } from './moment';
import { addField, setFallback } from './registry';
import { relation } from './relation';
import { boolean, choice, json, numeric } from './scalars';
import { email, line, lines, markdown, password } from './texts';
import { uid } from './uid';

for (const field of [
  line,
  email,
  lines,
  markdown,
  password,
  uid,
  numeric,
  moment,
  day,
  choice,
  boolean,
  json,
])
  addField(field);
for (const field of [relation, component, zone, media, blocks]) addField(field);
setFallback(json);
