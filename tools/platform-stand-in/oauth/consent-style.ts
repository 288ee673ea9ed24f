/** Felt green and brass, so that these pages don't look like Discord's. Light and dark. */
export const CONSENT_STYLE = `
:root {
  --felt: #0b5d4b; --felt-deep: #083f34; --on-felt: #fff; --brass: #b7791f;
  --page: #efece4; --card: #fffdf8; --ink: #17231f; --soft: #55645e; --line: #dcd6c8; --tint: #e6f0ec; --bad: #a12b1f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --felt: #35b892; --felt-deep: #5fd0af; --on-felt: #06231b; --brass: #e3b15c;
    --page: #0c1512; --card: #14211d; --ink: #edf3ef; --soft: #a3b5ad; --line: #2a3c35; --tint: #1b302a; --bad: #ff9d8f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 20px 16px 40px; color: var(--ink);
  background: radial-gradient(90rem 30rem at 50% -12rem, color-mix(in srgb, var(--felt) 32%, transparent), transparent) var(--page);
  font: 16px/1.45 ui-sans-serif, system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
}
header { display: flex; align-items: center; justify-content: center; gap: 10px; margin: 8px 0 20px; font-weight: 700; letter-spacing: .01em; }
header .mark { width: 30px; height: 30px; }
main {
  max-width: 468px; margin: 0 auto; padding: 28px 24px 22px; background: var(--card);
  border: 1px solid var(--line); border-radius: 20px; box-shadow: 0 18px 50px -24px rgb(0 0 0 / .45);
}
h1 { margin: 0 0 8px; font-size: 1.5rem; line-height: 1.22; letter-spacing: -.015em; text-wrap: balance; }
h2 { margin: 22px 0 10px; font-size: .8rem; letter-spacing: .08em; text-transform: uppercase; color: var(--soft); }
.lead { margin: 0 0 20px; color: var(--soft); }
.lead strong { color: var(--ink); }
.hint, .foot { color: var(--soft); font-size: .875rem; }
.hint { margin: 10px 0 0; }
.foot { margin: 18px 0 0; text-align: center; text-wrap: balance; }
.mark { width: 52px; height: 52px; flex: none; }
.mark rect { fill: var(--felt); }
.mark circle, .mark path { fill: none; stroke: var(--on-felt); stroke-width: 2; opacity: .85; }
.mark .dot { fill: var(--brass); stroke: var(--on-felt); opacity: 1; }
.pair { display: flex; align-items: center; justify-content: center; gap: 12px; margin: 0 0 20px; }
.app {
  display: grid; place-items: center; width: 52px; height: 52px; flex: none; border-radius: 14px;
  background: var(--felt-deep); color: var(--page); font-size: 1.5rem; font-weight: 700;
}
.link { width: 52px; border-top: 3px dotted var(--line); }
.pair + h1 { text-align: center; font-size: 1.375rem; }
.app-name { color: var(--felt-deep); }
ul { list-style: none; margin: 0; padding: 0; }
.players { display: grid; gap: 8px; }
.player, .who {
  display: flex; align-items: center; gap: 12px; width: 100%; padding: 10px 12px; text-align: start;
  border: 1px solid var(--line); border-radius: 14px; background: none; color: inherit; font: inherit;
}
.player { cursor: pointer; }
.player:hover { border-color: var(--felt); background: var(--tint); }
.who { margin-top: 18px; background: var(--tint); border-color: transparent; }
.who .rating { display: none; }
.who .names strong { white-space: normal; overflow-wrap: anywhere; }
.who a { margin-inline-start: auto; white-space: nowrap; padding: 10px 0 10px 8px; color: var(--felt-deep); font-weight: 600; font-size: .9375rem; }
.avatar {
  display: grid; place-items: center; width: 40px; height: 40px; flex: none; border-radius: 50%;
  background: var(--felt); color: var(--on-felt); font-weight: 700;
}
.names, .rating { display: grid; min-width: 0; line-height: 1.3; }
.names strong { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.names span, .rating span { color: var(--soft); font-size: .8125rem; }
.rating { margin-inline-start: auto; flex: none; text-align: end; font-variant-numeric: tabular-nums; }
.typed { margin-top: 20px; padding-top: 18px; border-top: 1px solid var(--line); }
label { display: block; margin-bottom: 8px; font-weight: 600; }
.row { display: flex; gap: 8px; }
input:not([type=hidden]) {
  flex: 1; min-width: 0; min-height: 46px; padding: 0 14px; border: 1px solid var(--soft); border-radius: 12px;
  background: var(--page); color: inherit; font: inherit;
}
::placeholder { color: var(--soft); opacity: 1; }
.complaint { margin: 0 0 8px; color: var(--bad); font-weight: 600; overflow-wrap: anywhere; }
.asked { display: grid; gap: 12px; }
.asked li { display: flex; gap: 12px; }
.asked div { display: grid; }
.asked span { color: var(--soft); font-size: .9rem; }
.tick { width: 20px; height: 20px; flex: none; margin-top: 2px; }
.tick circle { fill: var(--tint); }
.tick path { fill: none; stroke: var(--felt-deep); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.decision { display: grid; grid-template-columns: 1fr 1.6fr; gap: 10px; margin-top: 24px; }
.loud, .quiet { min-height: 48px; padding: 0 18px; border-radius: 12px; font: inherit; font-weight: 700; cursor: pointer; }
.loud { border: 0; background: var(--felt); color: var(--on-felt); }
.loud:hover { filter: brightness(1.08); }
.quiet { border: 1px solid var(--soft); background: none; color: inherit; }
.quiet:hover { background: var(--tint); }
:focus-visible { outline: 3px solid var(--brass); outline-offset: 2px; }
@media (max-width: 400px) { main { padding: 24px 18px 20px; } .rating span { display: none; } }
`;
