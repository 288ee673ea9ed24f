import { html } from './html.ts';
import { layout } from './layout.ts';
import type { PageContext } from './page-words.ts';

/** What a code is, and where to get one. The same page for everybody: whoever sends its address on binds nobody. */
export function devicePage(context: PageContext): string {
  const { t, address, platformName: platform } = context;
  return layout(context, {
    title: t('pages.device.title'),
    tone: 'ask',
    content: html`
      <p class="lead">${t('pages.device.lead', { platform })}</p>
      <ol class="steps">
        <li>${t('pages.device.ask')}</li>
        <li>${t('pages.device.get', { platform })}</li>
        <li>${t('pages.device.type')}</li>
      </ol>
      <p class="notice">${t('pages.device.warning', { platform })}</p>
      <p class="ways">
        <a class="button" href="${address('/link/device/start')}">${t('pages.device.start')}</a>
      </p>
      <p class="small">${t('pages.device.sent')}</p>
    `,
  });
}
