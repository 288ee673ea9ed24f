import type { FastifyInstance } from 'fastify';
import { Browser, type Page, type Send } from '../../playground/tour/browser.ts';

interface Options {
  publicUrl: string;
  /** Where a foreign page sends the browser next; undefined for a page that is not known. */
  through: (url: URL) => URL | undefined;
  remoteAddress?: string;
}

/** The playground's browser before pages that are not on a network. Addresses may lack the origin of `publicUrl`. */
export function pageBrowser(
  web: FastifyInstance,
  { publicUrl, through, remoteAddress = '127.0.0.1' }: Options,
) {
  const { origin, hostname } = new URL(publicUrl);
  const send: Send = async (at, { method, headers, body }) => {
    if (at.origin !== origin) {
      const next = through(at);
      if (next === undefined) throw new Error(`a page nobody knows: ${at.origin}${at.pathname}`);
      return Response.redirect(next, 302);
    }
    const form = body instanceof URLSearchParams && { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await web.inject({
      // The type names the methods that fastify has routes for.
      method: method as 'GET',
      url: at.pathname + at.search,
      remoteAddress,
      headers: { host: at.host, ...form, ...headers },
      ...(body !== undefined && { payload: String(body) }),
    });
    const fields = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
    );
    return new Response(answer.body, { status: answer.statusCode, headers: fields });
  };
  const browser = new Browser(send);
  const cookies = new Map<string, string>();
  browser.cookies.set(hostname, cookies);

  async function request(url: string | URL, sending: Parameters<Browser['request']>[1] = {}): Promise<Page> {
    const page = await browser.request(new URL(url, origin), sending);
    // A callback that refuses sends the browser to the page that tells why.
    const location = page.headers.get('location');
    return location?.includes('/refused/') ? request(location) : page;
  }

  /** Goes to an address and on through every redirect, until a page is shown or `stopAt` is reached. */
  async function go(url: string | URL, stopAt?: (url: URL) => boolean): Promise<{ url: URL; page?: Page }> {
    const { page, stopped } = await browser.go(new URL(url, origin), stopAt && { stopAt });
    const at = stopped ?? page?.url;
    if (at === undefined) throw new Error('no page');
    return { url: at, ...(page && { page }) };
  }

  const open = (url: string | URL): Promise<Page> => browser.open(new URL(url, origin));

  /** The fields of the one form on a page. */
  const fields = ({ forms }: Page): Record<string, string> => forms[0]?.fields ?? {};

  const post = (form: Record<string, string>, headers: Record<string, string | undefined> = {}) => {
    const all = Object.entries({ origin, 'sec-fetch-site': 'same-origin', ...headers });
    const present = all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
    return request('/link/confirm', { method: 'POST', fields: form, headers: Object.fromEntries(present) });
  };

  /** Presses the button of a page and follows to what it leads to. */
  async function press(page: Page): Promise<Page> {
    const answer = await post(fields(page));
    return answer.status === 303 ? open(answer.headers.get('location') ?? '') : answer;
  }

  const visited = () => browser.visited.map(({ href }) => href);
  return { request, go, open, fields, post, press, cookies, visited };
}
