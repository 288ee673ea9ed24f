import { rankLabel } from '../world/ratings.ts';
import type { World, WorldPlayer } from '../world/records.ts';
import { CONSENT_STYLE } from './consent-style.ts';
import { escapeHtml } from './escape-html.ts';

/** What every page of the consent has in common. */
export interface PageFrame {
  platformName: string;
  appName: string;
  /** Where forms go. */
  action: string;
  /** The app's request: it travels along in each form. */
  carried: URLSearchParams;
}

const PERMISSIONS: readonly { what: string; more: string }[] = [
  { what: 'See your profile', more: 'Name, rating, rank, balance, and your phone number partly masked' },
  { what: 'Change your profile', more: 'Your display name and your picture, when you ask for it' },
  { what: 'Register you for tournaments', more: 'Only those you choose' },
  { what: 'Report scores in your name', more: 'Of matches that you may score' },
];

/** Asks who is at the keyboard. `typed` is the name they tried last, which no player has. */
export function signInPage(frame: PageFrame, world: World, { typed }: { typed?: string } = {}): string {
  const suggestions = world.cast.flatMap(({ playerId, note }) => {
    const player = world.players.get(playerId);
    if (!player) return [];
    return `<li><button class="player" name="player" value="${escapeHtml(playerId)}">${chip(player, note)}</button></li>`;
  });
  const { platformName, appName } = frame;
  const complaint =
    typed === undefined
      ? ''
      : `<p class="complaint" id="complaint" role="alert">${
          typed.trim() === ''
            ? 'Choose a player first.'
            : `Nobody here goes by “<bdi>${escapeHtml(typed)}</bdi>”.`
        }</p>`;
  return page(
    frame,
    'Sign in',
    `<h1>Sign in</h1>
    <p class="lead">to continue to <strong>${escapeHtml(appName)}</strong>. Here you may be any player, without a password.</p>
    <form method="post" action="${escapeHtml(frame.action)}" aria-label="Suggested players">
      ${hiddenFields(frame)}
      <ul class="players">${suggestions.join('')}</ul>
    </form>
    <form class="typed" method="post" action="${escapeHtml(frame.action)}" aria-label="Another player">
      ${hiddenFields(frame)}
      <label for="player">Or anybody else</label>
      ${complaint}
      <div class="row">
        <input id="player" name="player" autocomplete="off" placeholder="Player id or name" required${
          typed === undefined
            ? ''
            : ` value="${escapeHtml(typed)}" aria-invalid="true" aria-describedby="complaint"`
        }>
        <button class="quiet">Continue</button>
      </div>
      <p class="hint">Ids run from 1001 to ${1000 + world.players.size}.</p>
    </form>
    <p class="foot">${escapeHtml(platformName)} stand-in</p>`,
  );
}

/** What the app asks for, and the two answers. */
export function consentPage(frame: PageFrame, player: WorldPlayer, redirectUri: string): string {
  const { platformName, appName, action, carried } = frame;
  const again = new URLSearchParams([...carried, ['prompt', 'select_account']]);
  const app = escapeHtml(appName);
  const items = PERMISSIONS.map(
    ({ what, more }) => `<li>${TICK}<div><strong>${what}</strong><span>${more}</span></div></li>`,
  );
  const scope = carried.get('scope');
  return page(
    frame,
    `Allow ${appName}?`,
    `<div class="pair" aria-hidden="true"><span class="app">${initial(appName)}</span><span class="link"></span>${MARK}</div>
    <h1><span class="app-name">${app}</span> wants to use your ${escapeHtml(platformName)} account</h1>
    <div class="who">${chip(player, 'Signed in')}<a href="${escapeHtml(`${action}?${again.toString()}`)}">Not you?</a></div>
    <h2>It would be able to</h2>
    <ul class="asked">${items.join('')}</ul>
    ${scope === null ? '' : `<p class="hint">Scope asked for: <code>${escapeHtml(scope)}</code></p>`}
    <form class="decision" method="post" action="${escapeHtml(action)}">
      ${hiddenFields(frame)}
      <input type="hidden" name="player" value="${escapeHtml(player.id)}">
      <button class="quiet" name="decision" value="deny">Deny</button>
      <button class="loud" name="decision" value="allow">Allow</button>
    </form>
    <p class="foot">Either way you go back to <strong>${escapeHtml(new URL(redirectUri).host)}</strong>. ${app} never sees a password.</p>`,
  );
}

/** The request itself is wrong, and there is no address to redirect to. */
export function faultPage(frame: PageFrame, sentence: string): string {
  return page(
    frame,
    'This link does not work',
    `<h1>This link does not work</h1>
    <p class="lead">${escapeHtml(sentence)}</p>
    <p class="hint">Nothing was shared. Go back to where you came from and start again.</p>`,
  );
}

function page({ platformName }: PageFrame, title: string, main: string): string {
  const name = escapeHtml(platformName);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · ${name}</title>
<style>${CONSENT_STYLE}</style>
</head>
<body>
<header>${MARK}<span>${name}</span></header>
<main>
${main}
</main>
</body>
</html>`;
}

function chip({ name, elo, region }: WorldPlayer, note: string): string {
  return `<span class="avatar" aria-hidden="true">${initial(name)}</span>
    <span class="names"><strong><bdi>${escapeHtml(name)}</bdi></strong><span>${escapeHtml(note)}</span></span>
    <span class="rating"><strong>${elo}</strong><span>${rankLabel(elo)} · ${region}</span></span>`;
}

/** The first letter, digit or pictogram, ready for HTML. */
function initial(name: string): string {
  const [first] = new Intl.Segmenter('en').segment(
    name.replace(/^[^\p{L}\p{N}\p{Extended_Pictographic}]+/u, ''),
  );
  return escapeHtml(first?.segment.toUpperCase() ?? '?');
}

function hiddenFields({ carried }: PageFrame): string {
  return [...carried]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
}

const MARK = `<svg class="mark" viewBox="0 0 40 40" aria-hidden="true"><rect width="40" height="40" rx="11"/><circle cx="20" cy="20" r="11"/><path d="M20 9v22M9 20h22"/><circle class="dot" cx="20" cy="20" r="4.5"/></svg>`;

const TICK = `<svg class="tick" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="10"/><path d="m5.8 10.4 2.8 2.8 5.6-6"/></svg>`;
