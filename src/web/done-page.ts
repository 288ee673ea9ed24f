import type { DoneView } from '../accounts/link-flow.ts';
import { pair } from './confirm-page.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import type { PageContext } from './page-words.ts';
import { shownName } from './shown-name.ts';

export function donePage(context: PageContext, view: DoneView): string {
  const { t, platformName: platform } = context;
  const what = view.resumeName;
  return layout(context, {
    title: t('pages.done.title'),
    tone: 'good',
    content: html`
      ${pair([
        ['Discord', view.discordName],
        [platform, view.playerName],
      ])}
      <p>${what === undefined ? t('pages.done.next') : t('pages.done.resume', { what: shownName(what) })}</p>
      <p class="ways">
        <a class="button" href="${context.discord(view.discordPath)}">${t('pages.ways.discord')}</a>
      </p>
      <p class="small">${t('pages.done.close')}</p>
    `,
  });
}
