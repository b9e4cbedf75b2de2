// A deleted user leaves no preferences and no views of their own. Shared views stay.
import type { WriteAction } from '../../../core';
import { NAME } from '../types';
import { type AdminRows, USER } from './session-rows';

export const forgetUsers =
  ({ preferences, views }: AdminRows) =>
  (action: WriteAction): void => {
    if (action.type.uid !== USER || action.operation !== 'delete') return;
    action.followUps.push({
      name: NAME,
      async run() {
        const users = action.rows.map(({ id }) => id);
        await preferences.query().whereIn('user', users).delete();
        await views.query().whereIn('user', users).where({ shared: false }).delete();
      },
    });
  };
