// Code of a plugin that adds two axes: channels, which are parallel, and phases, which are stages.

export const ADDS_AXES = `
    const { ANY, only, coreErrors } = core;
    const channel = {
      name: 'channel', column: '_channel', kind: 'parallel', store: { kind: 'enum', values: ['web', 'print'] },
      base: () => 'web', defaultValue: () => 'web', any: true, outputKey: 'channel', pin: 'restrict',
      permission: (uid, value) => (value === 'print' ? uid + '.readPrint' : null),
    };
    const phase = {
      name: 'phase', column: '_phase', kind: 'stages', store: { kind: 'enum', values: ['edit', 'live'] }, working: 'edit',
      base: () => 'live', defaultValue: () => 'live', any: false, outputKey: 'phase', pin: 'restrict',
      permission: (uid, value) => (value === 'edit' ? uid + '.readEdit' : null),
    };
    const has = (axis) => ({ axes }) => axes.some((use) => use.axis === axis);
    app.hooks.schema.contentType((type) => {
      type.knowsOption('channels');
      type.knowsOption('phases');
      type.knowsPluginOption('channels');
      if (type.options.channels) type.addAxis(channel, (_name, { pluginOptions }) => pluginOptions?.channels?.shared === true);
      if (type.options.channels) type.addSiblings('others', 'channel');
      if (type.options.phases) type.addAxis(phase, () => false);
    });
    app.hooks.schema.ready(({ types }) => {
      for (const type of types.values()) {
        if (has(channel)(type)) app.actions.add({ name: type.uid + '.readPrint', description: 'Reads for print' });
        if (has(phase)(type)) app.actions.add({ name: type.uid + '.readEdit', description: 'Reads edited content' });
      }
    });
    app.params.add({
      name: 'channel', description: 'The channel', on: ['find', 'findOne', 'create', 'update', 'delete'],
      parse(raw, _type, operation) {
        if (raw === 'web' || raw === 'print') return only(raw);
        if (raw === '*' && operation === 'find') return ANY;
        if (raw === 'both') return { kind: 'first', values: ['print', 'web'] };
        throw coreErrors.QUERY_INVALID('channel: expected web or print, got ' + JSON.stringify(raw));
      },
      apply(request, binding) { request.axes = { ...request.axes, channel: binding }; },
      graphql: { type: 'Channel', values: { WEB: 'web', PRINT: 'print', ALL: '*' }, on: has(channel) },
      openapi: { type: 'string', enum: ['web', 'print', '*'] },
    });
    app.params.add({
      name: 'phase', description: 'The phase', on: ['find', 'findOne'],
      parse(raw) {
        if (raw === 'edit' || raw === 'live') return raw;
        throw coreErrors.QUERY_INVALID('phase: expected edit or live, got ' + JSON.stringify(raw));
      },
      apply(request, value) { request.axes = { ...request.axes, phase: only(String(value)) }; },
      openapi: { type: 'string', enum: ['edit', 'live'] },
    });
    app.ignoredKeys.add('channel');
    app.ignoredKeys.add('phase');
    app.hooks.documents.prepare((action) => {
      if (!has(phase)(action.type) || !['create', 'update', 'clone'].includes(action.operation)) return;
      action.target.phase = 'edit';
      action.strictness = 'partial';
      action.shown = { phase: only('edit') };
    });
    app.operations.add({
      name: 'release', description: 'Shows the content of the row edit', takesWorking: true, available: has(phase),
      async run({ action, variants }, documentId) {
        const edited = action.rows.find(({ axes }) => axes.phase === 'edit');
        if (!edited) throw coreErrors.DOCUMENT_NOT_FOUND();
        const live = { ...edited.axes, phase: 'live' };
        await variants.complete(action.type, documentId, edited.axes);
        await variants.copy(action.type, documentId, edited.axes, live);
        action.target = live;
        action.shown = { phase: only('live') };
      },
    });`;
