import { StartupError } from '../../../core';
import { compileTemplate } from '../template';

const HERE = 'config/plugins: users.mails';

describe('a mail template', () => {
  it('inserts values, escaped in html only', () => {
    const fill = compileTemplate(
      HERE,
      { subject: 'Hi {{ name }}', text: '{{name}}: {{url}}', html: '<a href="{{url}}">{{name}}</a>' },
      ['name', 'url'],
    );
    expect(fill({ name: '<b>"Ann"</b>', url: 'http://x/?a=1&b=2' })).toEqual({
      subject: 'Hi <b>"Ann"</b>',
      text: '<b>"Ann"</b>: http://x/?a=1&b=2',
      html: '<a href="http://x/?a=1&amp;b=2">&lt;b&gt;&quot;Ann&quot;&lt;/b&gt;</a>',
    });
  });

  it.each([
    ['a placeholder', '{{url}}'],
    ['code of a template language', `<%= process.exit() %> $${'{name}'} #{name} {{{name}}}`],
    ['a replacement pattern', '$& $1 $$'],
  ])('take %s in a value as text', (_what, value) => {
    const fill = compileTemplate(HERE, { subject: 's', text: '[{{name}}]' }, ['name']);
    expect(fill({ name: value }).text).toBe(`[${value}]`);
  });

  it('removes line breaks of a value from the subject', () => {
    const fill = compileTemplate(HERE, { subject: 'Hi {{name}}', text: '' }, ['name']);
    expect(fill({ name: 'Ann\r\nBcc: eve@example.com' }).subject).toBe('Hi Ann Bcc: eve@example.com');
  });

  it.each(['{{nmae}}', '{{name.first}}', '{{constructor}}', '{{=1+1}}', '{{}}', '{{#if name}}'])(
    'stop the start at %s',
    (text) => {
      const compile = () => compileTemplate(HERE, { subject: '', text }, ['name']);
      expect(compile).toThrow(StartupError);
      expect(compile).toThrow(`${HERE} → text: unknown placeholder`);
    },
  );
});
