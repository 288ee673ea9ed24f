import type { CodeAnswer, CodeQuestion } from '../../src/linking/link-flow.ts';
import { asAna, type LinkWorld, type Person } from './link-world.ts';

/** The code that stands on a page. */
export const codeOn = ({ html }: { html: string }): string | undefined =>
  /class="code"[^>]*>\s*([^<\s]+)\s*</.exec(html)?.[1];

/** Goes through the consent in a new browser, and reads the code. */
export async function getCode(w: LinkWorld, person: Person = asAna, browser = w.browser(person)) {
  const page = await browser.open('/link/device/start');
  const code = codeOn(page);
  if (code === undefined) throw new Error(`no code on the page: ${page.status}`);
  return { browser, page, code };
}

/** The question that an answer asks. */
export function questionOf(answer: CodeAnswer): CodeQuestion {
  if (answer.outcome !== 'question') throw new Error(`not asked: ${JSON.stringify(answer)}`);
  return answer.question;
}

/** The yes to a question. */
export const yes = ({ claim, notices }: CodeQuestion) => ({ claim, shown: notices });

/** Types a code and says yes. */
export async function typeAndAgree(w: LinkWorld, discordId: string, code: string): Promise<CodeAnswer> {
  const answer = await w.linking.device.check(discordId, code);
  return answer.outcome === 'question' ? w.linking.device.confirm(discordId, yes(answer.question)) : answer;
}
