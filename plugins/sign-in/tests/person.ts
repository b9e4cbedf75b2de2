// Test helper: a person with a browser that has cookies, follows redirects and fills in the forms of the provider.

export interface Page {
  readonly url: URL;
  readonly status: number;
  readonly text: string;
}

export class Person {
  readonly #cookies = new Map<string, string>();

  /** `until`: stops before it opens an address that begins so. */
  async open(address: string, until: string, form?: URLSearchParams): Promise<Page> {
    let url = new URL(address);
    let body = form;
    for (let step = 0; step < 20; step++) {
      if (url.href.startsWith(until)) return { url, status: 0, text: '' };
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: this.cookiesOf(url) },
        ...(body ? { method: 'POST', body } : {}),
      });
      this.#keep(url, response);
      const location = response.headers.get('location');
      const text = await response.text();
      if (location === null) return { url, status: response.status, text };
      url = new URL(location, url);
      body = undefined;
    }
    throw new Error('too many redirects');
  }

  /** Signs in at the provider, and returns the page of the front end. */
  async signIn(connect: string, login: string, until: string): Promise<Page> {
    let page = await this.open(connect, until);
    // Login, then consent.
    for (let forms = 0; forms < 3 && page.status === 200 && page.text.includes('<form'); forms++) {
      const action = /<form[^>]*action="([^"]+)"/.exec(page.text)?.[1] ?? '';
      const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1] ?? '';
      const values = new URLSearchParams({
        prompt,
        ...(prompt === 'login' ? { login, password: 'any' } : {}),
      });
      page = await this.open(new URL(action, page.url).href, until, values);
    }
    return page;
  }

  cookiesOf(url: URL): string {
    return [...this.#cookies]
      .filter(([key]) => key.startsWith(`${url.host} `))
      .map(([key, value]) => `${key.slice(url.host.length + 1)}=${value}`)
      .join('; ');
  }

  #keep(url: URL, response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      const key = `${url.host} ${pair.slice(0, at)}`;
      if (/max-age=0/i.test(cookie) || at === pair.length - 1) this.#cookies.delete(key);
      else this.#cookies.set(key, pair.slice(at + 1));
    }
  }
}
