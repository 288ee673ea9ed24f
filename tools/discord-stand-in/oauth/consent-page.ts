import type { Guild, Member } from '../world.ts';
import type { AuthorizeRequest } from './authorize.ts';
import { escapeHtml } from './escape-html.ts';

const SCOPE_WORDS: Partial<Record<string, string>> = {
  identify: 'Access your username, avatar, and banner',
  email: 'Access your email address',
  guilds: 'Know what servers you’re in',
  'guilds.members.read': 'Read your member info (nickname, avatar, roles, etc) for servers you belong to',
  connections: 'Access your third-party connections',
  'role_connections.write': 'Update your connection and metadata for this application',
  'applications.commands': 'Create commands',
  bot: 'Add a bot to a server',
};

const signedInAs = (members: readonly Member[], chosen: Member | undefined): string => `<fieldset>
    <legend>Signed in as</legend>
    ${members
      .map(
        (member) => `<label class="person">
  <input type="radio" name="member" value="${member.id}"${member === chosen ? ' checked' : ''}>
  <img src="${escapeHtml(member.avatarUrl)}" alt="" width="32" height="32">
  <span><b>${escapeHtml(member.name)}</b><small>${escapeHtml(member.user.username)}</small></span>
</label>`,
      )
      .join('\n')}
  </fieldset>`;

/** Discord's consent, dark as there. One form: who is signed in, and Cancel or Authorize. */
export function consentPage(
  request: AuthorizeRequest,
  members: readonly Member[],
  signedIn: Member | undefined,
  applicationName: string,
): string {
  const chosen = signedIn ?? members[0];
  const name = escapeHtml(applicationName);
  const scopes = request.scopes
    .map((scope) => `<li>${CHECK}<span>${escapeHtml(SCOPE_WORDS[scope] ?? scope)}</span></li>`)
    .join('\n');
  return page(
    `Authorize access to your account`,
    `<header>
  <div class="logos"><span class="app" aria-hidden="true">${escapeHtml(applicationName.charAt(0))}</span>
    <span class="dots" aria-hidden="true">•••</span>
    ${members.map((member) => `<img class="who" id="who-${member.id}" src="${escapeHtml(member.avatarUrl)}" alt="" width="72" height="72">`).join('')}</div>
  <style>${members.map(({ id }) => `main:has([value="${id}"]:checked) #who-${id}`).join(',')}{display:block}</style>
  <p class="muted">An external application</p>
  <h1>${name}</h1>
  <p>wants to access your Discord account</p>
</header>
<form method="post">
  ${signedInAs(members, chosen)}
  <section>
    <h2>This will allow the developer of ${name} to</h2>
    <ul>${scopes}
    <li>${CROSS}<span class="muted">Read or send messages as you</span></li></ul>
  </section>
  <p class="note">Once you authorize, you will be redirected outside of Discord to<br>
    <span>${escapeHtml(new URL(request.redirectUri).origin)}</span></p>
  <footer>
    <button name="decision" value="cancel" class="cancel">Cancel</button>
    <button name="decision" value="authorize" class="authorize">Authorize</button>
  </footer>
</form>`,
  );
}

/** What the bot is to be allowed in which server, and who says so. */
export const invitationPage = (
  { permissions, guilds }: { permissions: readonly string[]; guilds: readonly Guild[] },
  members: readonly Member[],
  signedIn: Member | undefined,
  applicationName: string,
): string =>
  page(
    'Add a bot to a server',
    `<header><span class="app" aria-hidden="true">${escapeHtml(applicationName.charAt(0))}</span>
  <h1>${escapeHtml(applicationName)}</h1><p>wants to be in a server</p></header>
<form method="post">
  ${signedInAs(members, signedIn ?? members[0])}
  <fieldset><legend>Add to server</legend>
    ${guilds
      .map(
        ({ id, name }, at) => `<label class="person">
  <input type="radio" name="guild" value="${id}"${at === 0 ? ' checked' : ''}><span><b>${escapeHtml(name)}</b></span>
</label>`,
      )
      .join('\n')}
  </fieldset>
  <section><h2>There it may</h2>
    <ul>${permissions.map((name) => `<li>${CHECK}<span>${escapeHtml(name)}</span></li>`).join('\n')}</ul></section>
  <footer><span></span><button name="decision" value="authorize" class="authorize">Authorize</button></footer>
</form>`,
  );

export const invitedPage = (guildName: string): string =>
  page(
    'Done',
    `<header><span class="app" aria-hidden="true">✓</span><h1>Authorized</h1></header>
<p class="reason">The bot is in ${escapeHtml(guildName)}. You can close this window.</p>`,
  );

export const refusalPage = (reason: string): string =>
  page(
    'Something went wrong',
    `<header><span class="app broken" aria-hidden="true">!</span><h1>Something went wrong</h1>
<p class="muted">Discord does not go on with this request:</p></header>
<p class="reason">${escapeHtml(reason)}</p>`,
  );

const CHECK = `<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><circle cx="12" cy="12" r="11" fill="#248046"/><path d="m7 12.5 3.2 3.2L17 9" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
const CROSS = `<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><circle cx="12" cy="12" r="11" fill="#4e5058"/><path d="m8 8 8 8m0-8-8 8" fill="none" stroke="#dbdee1" stroke-width="2.2" stroke-linecap="round"/></svg>`;

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Discord (stand-in)</title>
<style>${STYLE}</style>
</head>
<body><main>${body}</main><p class="stand-in">A stand-in for Discord, on this machine only</p></body>
</html>
`;

const STYLE = `
*{box-sizing:border-box;margin:0}
:root{color-scheme:dark}
.logos .who{display:none}
body{min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:16px;
  padding:24px 12px;background:#1a1b1e radial-gradient(120% 90% at 50% 0,#3b3f8f 0,#1e1f2e 55%,#17181b 100%) fixed;color:#dbdee1;
  font:16px/1.4 "gg sans","Noto Sans","Helvetica Neue",Helvetica,Arial,sans-serif}
main{width:100%;max-width:460px;background:#313338;border-radius:12px;box-shadow:0 12px 40px #0009;overflow:hidden}
header{padding:28px 24px 20px;text-align:center;border-bottom:1px solid #3f4147}
.logos{display:flex;align-items:center;justify-content:center;gap:14px;margin-bottom:16px}
.logos img,.app{width:72px;height:72px;border-radius:50%}
.app{display:inline-grid;place-items:center;background:#5865f2;color:#fff;font-size:34px;font-weight:700}
.broken{background:#da373c;margin-bottom:14px}
.dots{color:#80848e;letter-spacing:3px}
h1{font-size:24px;line-height:1.25;color:#f2f3f5}
h2,legend{font-size:12px;font-weight:700;letter-spacing:.02em;text-transform:uppercase;color:#b5bac1;margin-bottom:8px;padding:0}
.muted,small{color:#b5bac1}
fieldset{border:0;padding:0 24px}
legend{padding:20px 0 0}
.person{display:flex;align-items:center;gap:12px;padding:8px 10px;border-radius:8px;cursor:pointer}
.person:hover{background:#3a3c43}
.person:has(input:checked){background:#404249}
.person img{border-radius:50%}
.person b,.person small{display:block;line-height:1.3}
.person b{color:#f2f3f5;font-weight:600}
.person input{order:1;margin-left:auto;width:20px;height:20px;accent-color:#5865f2}
section{padding:20px 24px 0}
ul{list-style:none;padding:0}
li{display:flex;gap:12px;align-items:center;padding:8px 0;border-bottom:1px solid #3f4147}
li:last-child{border:0}
li svg{flex:none}
.note{padding:12px 24px 20px;font-size:13px;color:#b5bac1}
.note span{color:#f2f3f5;overflow-wrap:anywhere}
.reason{padding:24px;text-align:center;overflow-wrap:anywhere}
footer{display:flex;justify-content:space-between;gap:12px;padding:16px 24px;background:#2b2d31}
button{font:inherit;font-size:15px;font-weight:500;min-height:44px;padding:0 20px;border:0;border-radius:8px;color:#fff;cursor:pointer}
.cancel{background:none}
.cancel:hover{text-decoration:underline}
.authorize{background:#5865f2;min-width:130px}
.authorize:hover{background:#4752c4}
button:focus-visible,.person:has(input:focus-visible){outline:3px solid #00a8fc;outline-offset:2px}
.stand-in{font-size:12px;color:#a5a8c8}
@media (max-width:480px){body{padding:0;gap:0;justify-content:flex-start}
  main{max-width:none;border-radius:0;flex:1;display:flex;flex-direction:column}
  form{flex:1;display:flex;flex-direction:column}footer{margin-top:auto}
  .stand-in{width:100%;text-align:center;padding:0 0 10px;background:#2b2d31}}
`;
