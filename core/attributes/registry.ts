// The attribute types there are, by name, and who brought each.
import { StartupError } from '../errors/startup-error';
import { arrayType } from './array';
import type { AttributeType } from './attribute-type';
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

export class AttributeRegistry {
  readonly #types = new Map<string, { readonly type: AttributeType; readonly plugin: string }>();

  add<O>(type: AttributeType<O>, plugin: string): void {
    const other = this.#types.get(type.name);
    if (other)
      throw new StartupError(
        `The attribute type "${type.name}" is added by both ${other.plugin} and ${plugin}. Switch one of them off.`,
      );
    this.#types.set(type.name, { type, plugin });
  }

  get(name: string): AttributeType | undefined {
    return this.#types.get(name)?.type;
  }

  names(): readonly string[] {
    return [...this.#types.keys()];
  }
}

export function createAttributeRegistry(): AttributeRegistry {
  const registry = new AttributeRegistry();
  for (const type of BUILT_IN) registry.add(type, 'core');
  return registry;
}

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
