// Query texts, parsed and validated once each.
import {
  type ASTVisitor,
  BREAK,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  parse,
  specifiedRules,
  type ValidationContext,
  validate,
  visit,
} from 'graphql';
import { GenerationCache } from '../../../core';
import type { GraphqlConfig } from '../config';
import { LONGEST_KEPT, MOST_KEPT } from '../transport/kept-texts';
import { shapeVariables } from '../transport/shape-variables';
import { invalid } from './limits';

export interface ParsedDocument {
  readonly document: DocumentNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** Names of the variables that decide its limits and its plan. */
  readonly shapeVariables: readonly string[];
}

export type ParseDocument = (text: string) => ParsedDocument | readonly GraphQLError[];

export function createParser(
  schema: GraphQLSchema,
  config: GraphqlConfig,
  introspection: boolean,
): ParseDocument {
  const cache = new GenerationCache<string, ParsedDocument | readonly GraphQLError[]>(MOST_KEPT);
  const rules = introspection ? specifiedRules : [noIntrospection, ...specifiedRules];
  const read = (text: string): ParsedDocument | readonly GraphQLError[] => {
    if (text.length > config.maxCharacters)
      return [
        invalid(
          `The query has ${text.length} characters; at most ${config.maxCharacters} (maxCharacters). Send values as variables, or several operations`,
        ),
      ];
    let document: DocumentNode;
    try {
      document = parse(text, { maxTokens: config.maxTokens });
    } catch (error) {
      return [isTooLong(error) ? tooManyTokens(config.maxTokens) : parseError(error)];
    }
    if (hasMoreDirectives(document, config.maxDirectives))
      return [
        invalid(
          `The query has more than ${config.maxDirectives} directives (maxDirectives). Send several operations`,
        ),
      ];
    let errors: readonly GraphQLError[];
    try {
      errors = validate(schema, document, rules, { maxErrors: 20 });
    } catch (error) {
      errors = [parseError(error)];
    }
    if (errors.length > 0) return errors;
    const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
    for (const definition of document.definitions)
      if (definition.kind === 'FragmentDefinition') fragments[definition.name.value] = definition;
    return { document, fragments, shapeVariables: shapeVariables(document) };
  };
  return (text) => {
    if (text.length > LONGEST_KEPT) return read(text);
    let parsed = cache.get(text);
    if (!parsed) {
      parsed = read(text);
      cache.set(text, parsed);
    }
    return parsed;
  };
}

function hasMoreDirectives(document: DocumentNode, limit: number): boolean {
  let found = 0;
  visit(document, {
    Directive() {
      found += 1;
      return found > limit ? BREAK : undefined;
    },
  });
  return found > limit;
}

/** `__typename` stays allowed: it says nothing of the schema that the operation does not name. */
function noIntrospection(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      if (node.name.value !== '__schema' && node.name.value !== '__type') return undefined;
      context.reportError(
        new GraphQLError(
          'Introspection is disabled. Enable it with graphql.apolloServer.introspection, or read the SDL of `quire graphql-schema`',
          {
            nodes: node,
            extensions: {
              validationErrorCode: 'INTROSPECTION_DISABLED',
              code: 'GRAPHQL_VALIDATION_FAILED',
            },
          },
        ),
      );
      return false;
    },
  };
}

/** The message of the parser names neither the option nor a remedy. */
const isTooLong = (error: unknown): boolean =>
  error instanceof GraphQLError && /Document contains more tha[nt] \d+ tokens/.test(error.message);

const tooManyTokens = (limit: number): GraphQLError =>
  new GraphQLError(
    `The query has more than ${limit} tokens (maxTokens). Send values as variables, or several operations`,
    { extensions: { code: 'GRAPHQL_PARSE_FAILED' } },
  );

function parseError(error: unknown): GraphQLError {
  // The parser is recursive: some thousand levels exceed the stack.
  if (error instanceof RangeError)
    return new GraphQLError('The query nests too deeply', {
      extensions: { code: 'GRAPHQL_PARSE_FAILED' },
    });
  if (!(error instanceof GraphQLError)) throw error;
  return new GraphQLError(error.message, {
    nodes: error.nodes,
    source: error.source,
    positions: error.positions,
    extensions: { code: 'GRAPHQL_PARSE_FAILED' },
  });
}
