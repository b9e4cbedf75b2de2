// `email`: an address, kept as it was written.
import type { ScalarType } from './attribute-type';
import { checkText, SHORT_TEXT, type TextOptions, textType } from './families/text';
import { placeOf, refuse } from './families/value-issues';

const base = textType({ name: 'email', limit: SHORT_TEXT });

// atoms with dots between them, a host of at least two labels, any script
const ADDRESS =
  /^[^\s@"(),.:;<>[\]\\]+(?:\.[^\s@"(),.:;<>[\]\\]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}(?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u;

export const emailType: ScalarType<TextOptions> = {
  ...base,
  check(value, options, at) {
    if (value === '' && at.strictness === 'complete') {
      refuse(at, `${placeOf(at)} cannot be empty`, value);
      return;
    }
    // A value that is not an address has this one issue, whatever its length.
    if (at.strictness === 'complete' && !isAddress(String(value)))
      refuse(at, `${placeOf(at)} must be a valid email`, value);
    else checkText(value, options, SHORT_TEXT, at);
  },
  openapi: (options) => ({ ...base.openapi(options), format: 'email' }),
};

const isAddress = (text: string): boolean => text.length <= SHORT_TEXT && ADDRESS.test(text);
