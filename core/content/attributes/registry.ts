// The registry of attribute types, with those of the core.
import type { Returning } from '../../kernel/errors/attribute';
import type { Returns } from '../../kernel/registry/part-functions';
import { Registry } from '../../kernel/registry/registry';
import { arrayType } from './array';
import type { AttributeType } from './attribute-type';
import { attributeTypeCheck } from './attribute-type-check';
import { bigintegerType } from './biginteger';
import { blocksType } from './blocks';
import { booleanType } from './boolean';
import { componentType } from './component';
import { dateType } from './date';
import { datetimeType } from './datetime';
import { decimalType } from './decimal';
import { zoneType } from './dynamiczone';
import { emailType } from './email';
import { enumerationType } from './enumeration';
import { floatType } from './float';
import { integerType } from './integer';
import { jsonType } from './json';
import { passwordType } from './password';
import { relationType } from './relation';
import { richtextType } from './richtext';
import { stringType } from './string';
import { textAttributeType } from './text';
import { timeType } from './time';
import { timestampType } from './timestamp';
import { uidType } from './uid';

export type AttributeRegistry = Registry<AttributeType>;

export function createAttributeRegistry(): AttributeRegistry {
  const registry: AttributeRegistry = new Registry('attribute type', {
    returns: RETURNS,
    check: attributeTypeCheck,
  });
  for (const type of BUILT_IN) registry.add(type);
  return registry;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const STORED: Returning = {
  expected: 'a string, number, bigint, boolean or null',
  accepts: (value) => value === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof value),
};
const TEXT: Returning = { expected: 'a string', accepts: (value) => typeof value === 'string' };
const RETURNS: Returns = {
  column: { expected: "a column such as { kind: 'string' }", accepts: isObject },
  parse: STORED,
  fromJson: STORED,
  prepare: { ...STORED, waits: true },
  json: TEXT,
  toJson: TEXT,
  entry: TEXT,
  lower: { expected: "a definition such as { type: 'string' }", accepts: isObject },
  openapi: { expected: "a JSON Schema such as { type: 'string' }", accepts: isObject },
  'filter.parse': {
    expected: '{ value } or { reason }',
    accepts: (value) => isObject(value) && ('value' in value || 'reason' in value),
  },
};

const BUILT_IN: readonly AttributeType[] = [
  stringType,
  textAttributeType,
  richtextType,
  blocksType,
  emailType,
  passwordType,
  uidType,
  enumerationType,
  integerType,
  bigintegerType,
  floatType,
  decimalType,
  booleanType,
  dateType,
  timeType,
  datetimeType,
  timestampType,
  jsonType,
  arrayType,
  relationType,
  componentType,
  zoneType,
];
