// A mail provider that passes each message to the test.
import type { EmailMessage } from '../core';

export default (options: { readonly take: (message: EmailMessage) => void }) => ({
  send: async (message: EmailMessage) => options.take(message),
});
