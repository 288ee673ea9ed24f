import { formsOf, headingOf, textOf, type PageForm } from './html.ts';

/** A page as it was shown at the end of all redirects. */
export interface Page {
  url: URL;
  status: number;
  headers: Headers;
  html: string;
  heading: string;
  text: string;
  forms: readonly PageForm[];
}

interface Sending {
  method?: string;
  fields?: Record<string, string>;
  /** In place of `fields`. */
  body?: string;
  headers?: Record<string, string>;
}

/** One request on its way; redirects are not followed. */
export type Send = (
  url: URL,
  request: { method: string; headers: Record<string, string>; body?: URLSearchParams | string },
) => Promise<Response>;

const overTheNetwork: Send = (url, request) => fetch(url, { ...request, redirect: 'manual' });

interface Going extends Sending {
  /** Stops before this address is asked for, and shows nothing. */
  stopAt?: (url: URL) => boolean;
}

const MOST_REDIRECTS = 15;

/**
 * A browser without a window: it keeps cookies, follows redirects, and sends forms with the headers that Chromium
 * sends with them. Cookies belong to a host regardless of the port, as everywhere.
 */
export class Browser {
  /** By host and name. */
  readonly cookies = new Map<string, Map<string, string>>();
  /** Every address that was asked for, in order. */
  readonly visited: URL[] = [];
  readonly #send: Send;

  constructor(send: Send = overTheNetwork) {
    this.#send = send;
  }

  /** Goes to an address and on through every redirect. */
  async open(url: string | URL, going: Going = {}): Promise<Page> {
    const { page, stopped } = await this.go(new URL(url), going);
    if (page === undefined) throw new Error(`no page: the way stopped at ${stopped?.pathname}`);
    return page;
  }

  /** Goes on until an address that is to be stopped at; it has not been asked for then. */
  async follow(url: string | URL, stopAt: (url: URL) => boolean): Promise<URL> {
    const { stopped, page } = await this.go(new URL(url), { stopAt });
    if (stopped === undefined) throw new Error(`the way ended on a page: ${page?.status} ${page?.heading}`);
    return stopped;
  }

  /** Presses the button whose text holds `label`, with what was filled in besides. */
  async press(
    page: Page,
    label: string,
    filled: Record<string, string> = {},
    going: Going = {},
  ): Promise<Page> {
    const sending = formSending(page, label, filled);
    return this.open(sending.url, {
      ...sending,
      ...going,
      headers: { ...sending.headers, ...going.headers },
    });
  }

  /** The same, stopping before an address is asked for. */
  async pressUntil(
    page: Page,
    label: string,
    filled: Record<string, string>,
    stopAt: (url: URL) => boolean,
  ): Promise<URL> {
    const sending = formSending(page, label, filled);
    const { stopped } = await this.go(sending.url, { ...sending, stopAt });
    if (stopped === undefined) throw new Error(`${label} led to a page`);
    return stopped;
  }

  /** One request with this browser's cookies; no redirect is followed. */
  async request(url: string | URL, sending: Sending = {}): Promise<Page> {
    const at = new URL(url);
    return shown(at, await this.#request(at, sending));
  }

  async #request(at: URL, sending: Sending): Promise<Response> {
    const { method = 'GET', fields, body = fields && new URLSearchParams(fields), headers } = sending;
    const jar = this.cookies.get(at.hostname) ?? new Map<string, string>();
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    this.visited.push(at);
    const answer = await this.#send(at, {
      method,
      headers: { accept: 'text/html', 'accept-language': 'en-US,en', ...(cookie && { cookie }), ...headers },
      ...(body !== undefined && { body }),
    });
    for (const line of answer.headers.getSetCookie()) keep(jar, line);
    this.cookies.set(at.hostname, jar);
    return answer;
  }

  /** Goes on to a page, or to the address that is to be stopped at. */
  async go(from: URL, { stopAt, ...first }: Going = {}): Promise<{ page?: Page; stopped?: URL }> {
    let at = from;
    let sending: Sending = first;
    for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
      if (stopAt?.(at)) return { stopped: at };
      const answer = await this.#request(at, sending);
      const next = answer.headers.get('location');
      if (answer.status < 300 || answer.status >= 400 || next === null)
        return { page: await shown(at, answer) };
      await answer.body?.cancel();
      at = new URL(next, at);
      // 302 and 303 after a form: the next page is asked for, the form is not sent again.
      sending = {};
    }
    throw new Error('too many redirects');
  }
}

function formSending(page: Page, label: string, filled: Record<string, string>): Sending & { url: URL } {
  const form = page.forms.find(({ buttons }) => buttons.some(({ text }) => text.includes(label)));
  const button = form?.buttons.find(({ text }) => text.includes(label));
  if (form === undefined || button === undefined) throw new Error(`"${page.heading}" has no button ${label}`);
  const own = button.name === undefined ? {} : { [button.name]: button.value };
  return {
    url: new URL(form.action),
    method: form.method,
    fields: { ...form.fields, ...own, ...filled },
    headers: { origin: page.url.origin, 'sec-fetch-site': 'same-origin', referer: page.url.href },
  };
}

async function shown(url: URL, answer: Response): Promise<Page> {
  const html = await answer.text();
  const { status, headers } = answer;
  return {
    url,
    status,
    headers,
    html,
    heading: headingOf(html),
    text: textOf(html),
    forms: formsOf(html, url.href),
  };
}

function keep(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';');
  const [name = '', ...value] = pair.split('=');
  const isGone = attributes.some((one) => /max-age=0\b|expires=.*19[67]\d/i.test(one));
  if (isGone) jar.delete(name.trim());
  else jar.set(name.trim(), value.join('=').trim());
}
