// A type with the option `"approval": true` publishes approved drafts only. `POST /api/approvals` approves the present draft of a
// document; a later change of the draft makes the approval stale. A write that publishes at once is refused.
import { type ContentType, check, coreErrors, defineErrors, definePlugin, stagesOf } from 'quire-cms';

const APPROVAL = 'plugin::approval.approval';

const approvalErrors = defineErrors('approval', {
  NOT_APPROVED: {
    status: 409,
    name: 'ConflictError',
    message: () => 'The present draft is not approved. Approve it with POST /api/approvals, then publish it.',
  },
  TYPE_UNKNOWN: {
    status: 400,
    name: 'ValidationError',
    message: (type: string) => `"${type}" is no content type with the option approval.`,
  },
});

export default definePlugin({
  name: 'approval',
  dependencies: ['draft-and-publish'],

  register(app) {
    const types = new Set<string>();
    const takesPart = ({ uid }: ContentType): boolean => types.has(uid);

    app.hooks.schema.contentType((type) => {
      type.knowsOption('approval');
      if (type.options.approval === true) types.add(type.uid);
    });

    app.hooks.schema.collect((collector) => {
      collector.addContentType(APPROVAL, {
        info: { singularName: 'approval', pluralName: 'approvals', displayName: 'Approval' },
        attributes: {
          type: { type: 'string', required: true },
          document: { type: 'string', required: true },
          /** `updatedAt` of the approved draft. */
          version: { type: 'string', required: true },
          by: { type: 'string', required: true },
        },
      });
    });

    app.hooks.schema.ready((schema) => {
      for (const uid of types) {
        const type = schema.types.get(uid);
        if (type?.axes.length === 1 && stagesOf(type)) continue;
        throw new Error(`${uid}: the option approval needs the option draftAndPublish, and no locales.`);
      }
    });

    // Such a write makes a new draft, which has no approval yet.
    app.hooks.documents.validate((action, issues) => {
      if (action.goesLive && takesPart(action.type))
        issues.add([], 'needs an approval: save it with status=draft, and publish the approved draft');
    });

    app.hooks.documents.writing(async ({ action: { operation, type, documentId, rows } }) => {
      if (operation !== 'publish' || !takesPart(type)) return;
      const stages = stagesOf(type);
      const draft = rows.find(({ axes }) => stages && axes[stages.name] === stages.working);
      if (!draft) return;
      const filters = { type: type.uid, document: documentId, version: draft.updatedAt };
      if ((await app.documents(APPROVAL).count({ filters })) === 0) throw approvalErrors.NOT_APPROVED();
    });

    app.routes.add({
      method: 'POST',
      path: `${app.config.api.rest.prefix}/approvals`,
      action: `${APPROVAL}.create`,
      summary: 'Approves the present draft of a document',
      body: 'json',
      checks: {
        body: check.object({ type: check.string({ min: 1 }), documentId: check.string({ min: 1 }) }),
      },
      async handler({ principal, caller }, { body: { type: uid, documentId } }) {
        const type = app.schema.types.get(uid);
        if (!type || !takesPart(type)) throw approvalErrors.TYPE_UNKNOWN(uid);
        const fields = ['updatedAt'];
        const draft = await app.documents(uid).findOne({ documentId, status: 'draft', fields, caller });
        if (!draft) throw coreErrors.DOCUMENT_NOT_FOUND();
        const by = principal ? `${principal.kind} ${principal.label}` : 'anonymous';
        const data = { type: uid, document: documentId, version: String(draft.updatedAt), by };
        await app.documents(APPROVAL).create({ data });
        return { status: 201, json: { data: { documentId, by } } };
      },
    });
  },
});
