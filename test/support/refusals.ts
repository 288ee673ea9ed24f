import { expect } from 'vitest';
import type { Page } from '../../playground/tour/browser.ts';

interface Refusing {
  /** A refusal's page with this heading: 4xx, a way on, nothing kept or framed, no script. */
  toRefuse(heading: string | RegExp): void;
}

declare module 'vitest' {
  // Its type parameter has to be there for the two declarations to become one.
  interface Matchers<T> extends Refusing {}
}

expect.extend({
  toRefuse(page: Page, heading: string | RegExp) {
    const { headers } = page;
    const faults = [
      new RegExp(heading).test(page.heading) ? '' : `its heading is not ${heading}`,
      page.status >= 400 && page.status < 500 ? '' : `its status is ${page.status}`,
      /Back to Discord|Back to the question/.test(page.text) ? '' : 'it leads nowhere',
      headers.get('cache-control') === 'no-store' ? '' : 'it may be kept',
      headers.get('content-security-policy')?.includes("frame-ancestors 'none'") ? '' : 'it may be framed',
      page.html.includes('<script') ? 'there is a script in it' : '',
    ].filter((fault) => fault !== '');
    return { pass: faults.length === 0, message: () => `${faults.join(', ')}: ${page.text}` };
  },
});
