import { MINUTE_MS } from '../durations.ts';
import type { CodeView, ConfirmView, DoneView, Notice } from '../linking/link-flow.ts';
import type { ConnectionResult } from '../linking/ports.ts';
import { html, type Html } from './html.ts';
import { layout, type PageContext } from './layout.ts';
import { displayName, initialOf, nameInSentence } from './display-name.ts';

/** Asks for confirmation. The form posts, so that opening an address never links anything. */
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
      ${accountPair([
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

function accountPair(accounts: [service: string, name: string][]): Html {
  return html`<div class="pair">
    ${accounts.map(([service, name]) => {
      const label = displayName(name);
      return html`<div>
        <span class="initial" aria-hidden="true">${initialOf(label)}</span>
        <dl>
          <dt>${service}</dt>
          <dd><bdi>${label}</bdi></dd>
        </dl>
      </div>`;
    })}
  </div>`;
}

export function donePage(context: PageContext, view: DoneView): string {
  const { t, platformName: platform } = context;
  const what = view.resumeName;
  return layout(context, {
    title: t('pages.done.title'),
    tone: 'good',
    content: html`
      ${accountPair([
        ['Discord', view.discordName],
        [platform, view.playerName],
      ])}
      <p>
        ${what === undefined ? t('pages.done.next') : t('pages.done.resume', { what: displayName(what) })}
      </p>
      <p class="ways">
        <a class="button" href="${context.discord(view.discordPath)}">${t('pages.ways.discord')}</a>
      </p>
      <p class="small">${t('pages.done.close')}</p>
    `,
  });
}

/** Explains codes and leads to one. The same page for everyone: its address is safe to share. */
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

/** Adds a few seconds for the page to load, so that a new code shows five minutes. */
const minutesLeft = (msLeft: number) => Math.max(1, Math.floor((msLeft + 5000) / MINUTE_MS));

/** Shows the code to the browser that got it. `translate="no"`: a browser might translate it as a word. */
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

/** How a consent for Linked Roles ended. */
export function linkedRolePage(context: PageContext, result: ConnectionResult): string {
  const { t, discord, address } = context;
  return layout(context, {
    title: t(`linkedRoles.pages.${result}.title`),
    tone: result === 'shown' || result === 'later' ? 'good' : 'stop',
    content: html`
      <p class="lead">${t(`linkedRoles.pages.${result}.text`)}</p>
      <p class="ways">
        <a class="button" href="${discord('/channels/@me')}">${t('pages.ways.discord')}</a>
        ${result === 'unlinked' ? html`<a class="button quiet" href="${address('/link/device')}">${t('pages.ways.device')}</a>` : ''}
      </p>
    `,
  });
}
