// Does a client want a page? Browsers name the type; programs and scripts accept all types, and get no page.
import type { RequestContext } from './context';

/** `text/html;q=0` refuses it. */
export const acceptsHtml = (request: Pick<RequestContext, 'header'>): boolean =>
  (request.header('accept') ?? '').split(',').some((accepted) => {
    const [type = '', ...parameters] = accepted.split(';').map((part) => part.trim().toLowerCase());
    return type === 'text/html' && !parameters.some((one) => REFUSED.test(one));
  });

const REFUSED = /^q=0(?:\.0*)?$/;
