// The TypeBuilder of a content type. It records the requests of plugins; compile/compile.ts applies them.
import { type Check, pathToText, runCheck } from '../../../kernel/check/check';
import { array, callable, optional, string } from '../../../kernel/check/checks';
import { part } from '../../../kernel/check/part';
import type { Mistake } from '../../../kernel/errors/startup-error';
import { mistakesOf } from '../../../kernel/registry/refuse-mistakes';
import { axisMistake } from '../compiled/axis-kind';
import { axisIssues } from './axis-check';
import { addDefinition } from './collect-definitions';
import type { ParsedType } from './parsed-model';
import type { TypeBuilder } from './type-builder';

const text = string({ min: 1 });
const NAMES = array(text, { min: 1 });
const tailCheck = part({ name: text, type: text, column: optional(text), expression: optional(callable()) });

const scopeCheck = part({ name: text, valueFor: callable() });

/** Each plugin gets a builder of its own, so that mistakes name the plugin. */
export interface SharedBuilder extends TypeBuilder {
  as(plugin: string): TypeBuilder;
}

export function createTypeBuilder(type: ParsedType, mistakes: Mistake[]): SharedBuilder {
  return { ...builderOf(type, mistakes, 'core'), as: (plugin) => builderOf(type, mistakes, plugin) };
}

function builderOf(type: ParsedType, mistakes: Mistake[], plugin: string): TypeBuilder {
  const author = `plugin ${plugin} (${type.uid}, in schema.contentType)`;
  const isWrong = (given: unknown, rule: Check<unknown>, call: string): boolean => {
    const { issues } = runCheck(rule, given);
    mistakes.push(...mistakesOf(issues, author, call));
    return issues.length > 0;
  };
  return {
    uid: type.uid,
    definition: type.definition,
    options: type.options,
    pluginOptions: type.pluginOptions,
    knowsOption: (key) => void type.knownOptions.add(key),
    knowsPluginOption: (key) => void type.knownPluginOptions.add(key),
    addAttribute: (name, definition) =>
      addDefinition(type, name, definition, { author: { plugin, place: author }, mistakes }),
    addAxis(axis, isShared) {
      const issues = axisIssues(axis, isShared);
      if (issues.length > 0) {
        mistakes.push(...mistakesOf(issues, author, 'addAxis'));
        return;
      }
      const message = axisMistake(
        axis,
        type.axes.map((use) => use.axis),
      );
      if (message) mistakes.push({ where: author, message });
      else type.axes.push({ axis, isShared, plugin });
    },
    addSiblings(name, axis) {
      if (type.definitions.has(name) || type.siblings.some((other) => other.name === name))
        mistakes.push({
          where: type.authors.get(name)?.place ?? type.source,
          at: pathToText(['attributes', name]),
          message: `${author} adds an attribute of this name, too; rename one of them`,
        });
      else type.siblings.push({ name, axis });
    },
    addTailField(field) {
      if (isWrong(field, tailCheck, 'addTailField')) return;
      const other = type.tail.find(({ name }) => name === field.name);
      if (other)
        mistakes.push({
          where: author,
          message: `${other.author} adds a field named "${field.name}", too; rename one of them`,
        });
      else type.tail.push({ ...field, author });
    },
    addIndex(columns) {
      if (!isWrong(columns, NAMES, 'addIndex')) type.indexes.push({ columns: [...columns], author });
    },
    addScope(name, valueFor) {
      if (!isWrong({ name, valueFor }, scopeCheck, 'addScope')) type.scopes.push({ name, valueFor, author });
    },
  };
}
