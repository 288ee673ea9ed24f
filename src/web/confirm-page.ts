import type { ConfirmView, Notice } from '../accounts/link-flow.ts';
import { html, type Html } from './html.ts';
import { layout } from './layout.ts';
import type { PageContext } from './page-words.ts';
import { initialOf, nameInSentence, shownName } from './shown-name.ts';

/** Asks for the link. Agreeing is a post, so that no address alone can link anybody. */
export function confirmPage(context: PageContext, view: ConfirmView): string {
  const { t, address, platformName: platform } = context;
  const notice = (kind: Notice): string => {
    switch (kind) {
      case 'moves':
        return t('pages.confirm.moves', { platform });
      case 'replaces':
        return t('pages.confirm.replaces', { platform, name: nameInSentence(view.replacedName ?? '') });
    }
  };
  return layout(context, {
    title: t('pages.confirm.title'),
    tone: 'ask',
    content: html`
      <p class="lead">${t('pages.confirm.lead', { platform })}</p>
      ${pair([
        ['Discord', view.discordName],
        [platform, view.playerName],
      ])}
      ${view.notices.map((kind) => html`<p class="notice">${notice(kind)}</p>`)}
      <p>${t('pages.confirm.naming', { platform })}</p>
      <form method="post" action="${address('/link/confirm')}">
        <input type="hidden" name="csrf" value="${view.csrf}" />
        <input type="hidden" name="shown" value="${view.notices.join(' ')}" />
        <button class="button" type="submit">${t('pages.confirm.agree')}</button>
      </form>
      <p class="small">${t('pages.confirm.wrong', { platform })}</p>
      <p class="more"><a href="${address('/link/start')}">${t('pages.ways.restart')}</a></p>
    `,
  });
}

/** Both accounts, one below the other. */
export function pair(accounts: [where: string, name: string][]): Html {
  return html`<div class="pair">
    ${accounts.map(([where, name]) => {
      const shown = shownName(name);
      return html`<div>
        <span class="initial" aria-hidden="true">${initialOf(shown)}</span>
        <dl>
          <dt>${where}</dt>
          <dd><bdi>${shown}</bdi></dd>
        </dl>
      </div>`;
    })}
  </div>`;
}
