// Rows and cases of the OpenAPI document.
import { quireOpenapiBodyCases } from './bodies';
import { quireOpenapiCases } from './document';

export { openapiRows as rows } from './rows';
export const cases = [...quireOpenapiBodyCases, ...quireOpenapiCases];
