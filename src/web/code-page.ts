import type { CodeView } from '../accounts/link-flow.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import type { PageContext } from './page-words.ts';
import { nameInSentence } from './shown-name.ts';

/** A page takes a moment to arrive, and a new code is told as five minutes. */
const minutesLeft = (msLeft: number) => Math.max(1, Math.floor((msLeft + 5000) / 60_000));

/** The code, to the browser it was made for. `translate="no"`: a translating browser would read it as a word. */
export function codePage(context: PageContext, { code, playerName, msLeft }: CodeView): string {
  const { t, address, platformName: platform } = context;
  return layout(context, {
    title: t('pages.code.title'),
    tone: 'ask',
    content: html`
      <p class="lead">${t('pages.code.lead', { platform, name: nameInSentence(playerName) })}</p>
      <p class="code" translate="no">${code}</p>
      <p>${t('pages.code.next')}</p>
      <p>${t('pages.code.left', { count: minutesLeft(msLeft) })}</p>
      <p class="notice">${t('pages.device.warning', { platform })}</p>
      <p class="small">${t('pages.code.wrong', { platform })}</p>
      <p class="more"><a href="${address('/link/device/start')}">${t('pages.ways.restart')}</a></p>
    `,
  });
}
