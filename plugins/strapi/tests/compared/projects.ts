// All compared projects, one per area.
import { bootstrap } from './bootstrap';
import { club } from './club';
import type { ComparedProject } from './compared-project';
import { controllers } from './controllers';
import { graphqlExtension } from './graphql-extension';
import { lifecycles } from './lifecycles';
import { manyRows } from './many-rows';
import { policies } from './policies';
import { reads } from './reads';
import { rows } from './rows';
import { services } from './services';
import { shop } from './shop';
import { userExtension } from './user-extension';
import { validation } from './validation';

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
  reads,
  shop,
  validation,
  club,
];
