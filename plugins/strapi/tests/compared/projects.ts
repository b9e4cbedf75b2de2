// All compared projects, one per area.
import { bootstrap } from './bootstrap';
import type { ComparedProject } from './compared-project';
import { controllers } from './controllers';
import { graphqlExtension } from './graphql-extension';
import { lifecycles } from './lifecycles';
import { manyRows } from './many-rows';
import { policies } from './policies';
import { rows } from './rows';
import { services } from './services';
import { userExtension } from './user-extension';

export const projects: readonly ComparedProject[] = [
  controllers,
  services,
  lifecycles,
  policies,
  userExtension,
  rows,
  manyRows,
  bootstrap,
  graphqlExtension,
];
