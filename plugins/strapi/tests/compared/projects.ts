// All compared projects, one per area.
import type { ComparedProject } from './compared-project';
import { graphqlExtension } from './graphql-extension';
import { userExtension } from './user-extension';

export const projects: readonly ComparedProject[] = [graphqlExtension, userExtension];
