import { formsOf, textOf as readText } from '../../playground/tour/html.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

interface Options {
  publicUrl: string;
  /** Where a foreign page sends the browser next; undefined for a page that is not known. */
  through: (url: URL) => URL | undefined;
  remoteAddress?: string;
}

/** A browser before the pages: keeps cookies, follows redirects, and posts forms as Chromium does. */
export function pageBrowser(
  web: FastifyInstance,
  { publicUrl, through, remoteAddress = '127.0.0.1' }: Options,
) {
  const { origin } = new URL(publicUrl);
  const cookies = new Map<string, string>();
  const visited: string[] = [];

  async function request(url: string | URL, options: InjectOptions = {}): Promise<LightMyRequestResponse> {
    const at = new URL(url, origin);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { host: at.host, ...(cookie && { cookie }), ...options.headers };
    const first = { method: 'GET', url: at.pathname + at.search, remoteAddress } as const;
    const answer = await web.inject({ ...first, ...options, headers });
    for (const { name, value, expires } of answer.cookies) {
      if (expires !== undefined && expires.getTime() <= 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    // A callback that refuses sends the browser to the page that tells why.
    const { location } = answer.headers;
    return typeof location === 'string' && location.includes('/refused/') ? request(location) : answer;
  }

  /** Goes to an address and on through every redirect, until a page is shown or `stopAt` is reached. */
  async function go(
    url: string | URL,
    stopAt?: (url: URL) => boolean,
  ): Promise<{ url: URL; page?: LightMyRequestResponse }> {
    let at = new URL(url, origin);
    for (let hops = 0; hops < 15; hops++) {
      visited.push(at.href);
      if (stopAt?.(at)) return { url: at };
      if (at.origin !== origin) {
        const next = through(at);
        if (next === undefined) throw new Error(`a page nobody knows: ${at.origin}${at.pathname}`);
        at = next;
        continue;
      }
      const page = await request(at);
      if (page.statusCode < 300 || page.statusCode >= 400) return { url: at, page };
      at = new URL(String(page.headers.location), at);
    }
    throw new Error('too many redirects');
  }

  async function open(url: string | URL): Promise<LightMyRequestResponse> {
    const { page } = await go(url);
    if (page === undefined) throw new Error('no page');
    return page;
  }

  /** The fields of the one form on a page. */
  const fields = ({ body }: LightMyRequestResponse): Record<string, string> =>
    formsOf(body, origin)[0]?.fields ?? {};

  const post = (form: Record<string, string>, headers: Record<string, string | undefined> = {}) => {
    const all = {
      'content-type': 'application/x-www-form-urlencoded',
      origin,
      'sec-fetch-site': 'same-origin',
      ...headers,
    };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    return request('/link/confirm', {
      method: 'POST',
      payload: new URLSearchParams(form).toString(),
      headers: sent,
    });
  };

  /** Presses the button of a page and follows to what it leads to. */
  async function press(page: LightMyRequestResponse): Promise<LightMyRequestResponse> {
    const answer = await post(fields(page));
    return answer.statusCode === 303 ? open(String(answer.headers.location)) : answer;
  }

  return { request, go, open, fields, post, press, cookies, visited };
}

/** The words of a page. */
export const textOf = ({ body }: { body: string }): string => readText(body);
