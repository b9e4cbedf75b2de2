// The TypeBuilder of a content type. It records the requests of plugins; compile/compile.ts applies them.
import { pathToText } from '../../../kernel/check/check';
import type { Mistake } from '../../../kernel/errors/startup-error';
import { axisMistake } from '../compiled/axis-kind';
import { addDefinition } from './collect-definitions';
import type { ParsedType } from './parsed-model';
import type { TypeBuilder } from './type-builder';

export function createTypeBuilder(type: ParsedType, mistakes: Mistake[]): TypeBuilder {
  return {
    uid: type.uid,
    definition: type.definition,
    options: type.options,
    pluginOptions: type.pluginOptions,
    knowsOption: (key) => void type.knownOptions.add(key),
    knowsPluginOption: (key) => void type.knownPluginOptions.add(key),
    addAttribute: (name, definition) => addDefinition(type, name, definition, mistakes),
    addAxis(axis, isShared) {
      const message = axisMistake(
        axis,
        type.axes.map((use) => use.axis),
      );
      if (message) mistakes.push({ where: type.source, message });
      else type.axes.push({ axis, isShared });
    },
    addSiblings(name, axis) {
      if (type.definitions.has(name) || type.siblings.some((other) => other.name === name))
        mistakes.push({
          where: type.source,
          at: pathToText(['attributes', name]),
          message: 'a plugin adds an attribute of this name; rename this one',
        });
      else type.siblings.push({ name, axis });
    },
    addTailField(field) {
      if (type.tail.some(({ name }) => name === field.name))
        mistakes.push({ where: type.source, message: `two plugins add a field named "${field.name}"` });
      else type.tail.push(field);
    },
    addIndex: (columns) => void type.indexes.push([...columns]),
  };
}
