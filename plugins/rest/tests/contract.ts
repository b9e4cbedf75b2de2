// Checks responses against the OpenAPI document of the application: paths, statuses and schemas.
// Checks nothing when the openapi plugin is disabled.
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

interface Answered {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly type: string | undefined;
  readonly body: unknown;
}

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, object>> }>>>
  >;
}

export class Contract {
  /** The differences, one line each. */
  readonly breaches: string[] = [];
  checked = 0;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: true });
  readonly #routes: readonly { readonly template: string; readonly pattern: RegExp }[];
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(private readonly document: Document) {
    addFormats(this.#ajv);
    this.#ajv.addSchema(document, 'api', false, false);
    this.#routes = Object.keys(document.paths).map((template) => ({
      template,
      pattern: new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
    }));
  }

  hold({ method, path, status, type, body }: Answered): void {
    const template = this.#routes.find(({ pattern }) => pattern.test(path))?.template;
    // Unknown paths and methods have no operation in the document.
    const responses = template && this.document.paths[template]?.[method]?.responses;
    if (!template || !responses) return;
    this.checked++;
    const at = `${method.toUpperCase()} ${path} → ${status}`;
    const key = status in responses ? `${status}` : `${Math.floor(status / 100)}XX`;
    const response = responses[key];
    if (!response) {
      this.breaches.push(`${at}: the status is not described`);
      return;
    }
    const pointer =
      '$ref' in response
        ? String(response.$ref)
        : `#/paths/${pointerPart(template)}/${method}/responses/${key}`;
    if (!('$ref' in response) && !('content' in response)) return;
    if (!type?.startsWith('application/json')) {
      this.breaches.push(`${at}: ${type} is answered, JSON is described`);
      return;
    }
    const validate = this.#validatorOf(`${pointer}/content/application~1json/schema`);
    if (!validate(body))
      this.breaches.push(
        `${at}: ${this.#ajv.errorsText(validate.errors)} ${JSON.stringify(body).slice(0, 300)}`,
      );
  }

  #validatorOf(pointer: string): ValidateFunction {
    const found = this.#validators.get(pointer) ?? this.#ajv.compile({ $ref: `api${pointer}` });
    this.#validators.set(pointer, found);
    return found;
  }
}

const pointerPart = (text: string): string =>
  encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
