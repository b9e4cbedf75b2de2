// The types of the package: those of the core, and those that the built-in plugins add, such as `status` and `publish`. The code of
// the package is `core/index.ts`.
import './plugins/api-tokens/types';
import './plugins/draft-and-publish/types';
import './plugins/email/types';
import './plugins/graphql/types';
import './plugins/i18n/app-member';
import './plugins/i18n/types';
import './plugins/jobs/types';
import './plugins/openapi/types';
import './plugins/upload/app-member';
import './plugins/upload/types';
import './plugins/users-permissions/app-member';
import './plugins/users-permissions/types';
import './plugins/webhooks/types';

export * from './core';
