// The TypeBuilder that plugins get for each content type: it writes down what they ask for; compile.ts makes it real.
import { pathToText } from '../check/check';
import type { Mistake } from '../errors/startup-error';
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
      if (type.axes.some((use) => use.axis.name === axis.name))
        mistakes.push({ where: type.source, message: `two plugins attach an axis named "${axis.name}"` });
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
