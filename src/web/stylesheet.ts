import { sha256 } from '../sha256.ts';

/** Served from our own origin, since the pages' policy allows no inline style. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --ground: #eef0f6; --card: #ffffff; --line: #dfe2ec; --text: #171a26; --soft: #545c72;
  --accent: #0f766e; --accent-strong: #115e59; --accent-soft: #e4f5f2; --on-accent: #ffffff;
  --warn-ground: #fff6e0; --warn-line: #e8c76a; --warn-text: #5c4400;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1118; --card: #191c27; --line: #2c3142; --text: #eceef6; --soft: #a3abc0;
    --accent: #2dd4bf; --accent-strong: #5eead4; --accent-soft: #12332f; --on-accent: #04211d;
    --warn-ground: #2c2410; --warn-line: #7a6322; --warn-text: #f6dd9b;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100svh; padding: 16px;
  display: flex; align-items: center; justify-content: center;
  background: var(--ground); color: var(--text);
  font: 17px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
.card {
  width: 100%; max-width: 30rem; padding: 24px;
  background: var(--card); border: 1px solid var(--line); border-radius: 20px;
  box-shadow: 0 12px 40px rgb(15 17 24 / 8%);
}
@media (min-width: 480px) { .card { padding: 36px; } }
p { margin: 0 0 14px; }
h1 { margin: 0 0 10px; font-size: 1.55rem; line-height: 1.2; letter-spacing: -0.01em; text-wrap: balance; }
.brand {
  display: flex; align-items: center; gap: 8px; margin-bottom: 26px;
  color: var(--soft); font-size: .95rem; font-weight: 600;
}
.brand img { display: block; }
.mark {
  display: grid; place-items: center; width: 52px; height: 52px; margin-bottom: 16px; border-radius: 50%;
  background: var(--accent-soft); color: var(--accent); font-size: 1.5rem; font-weight: 700; line-height: 1;
}
@media (max-width: 479px) {
  .card { position: relative; }
  .brand { min-height: 40px; margin-bottom: 14px; }
  .mark { position: absolute; top: 24px; right: 24px; width: 40px; height: 40px; margin: 0; font-size: 1.2rem; }
}
.stop .mark { background: var(--warn-ground); color: var(--warn-text); border: 1px solid var(--warn-line); }
.lead { color: var(--soft); }
.pair { margin: 20px 0; padding: 0; border: 1px solid var(--line); border-radius: 14px; overflow: hidden; }
.pair div { display: flex; align-items: center; gap: 14px; padding: 14px 16px; }
.pair div + div { border-top: 1px solid var(--line); }
.initial {
  flex: none; display: grid; place-items: center; width: 42px; height: 42px; border-radius: 50%;
  background: var(--accent-soft); color: var(--accent); font-weight: 700; font-size: 1.1rem;
}
.pair dl, .pair dt, .pair dd { margin: 0; min-width: 0; }
.pair dt { color: var(--soft); font-size: .85rem; line-height: 1.35; }
.pair dd { font-weight: 650; overflow-wrap: anywhere; line-height: 1.35; }
.facts { margin: 20px 0; }
.facts div { padding: 10px 0; border-top: 1px solid var(--line); }
.facts dt { color: var(--soft); font-size: .85rem; line-height: 1.35; }
.facts dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; line-height: 1.35; }
.notice {
  margin: 0 0 14px; padding: 12px 14px; border: 1px solid var(--warn-line); border-radius: 12px;
  background: var(--warn-ground); color: var(--warn-text);
}
.steps { margin: 0 0 18px; padding-left: 1.4rem; }
.steps li { margin-bottom: 8px; padding-left: 4px; }
.steps li::marker { color: var(--accent); font-weight: 700; }
.code {
  margin: 20px 0; padding: 18px 12px; border: 1px solid var(--line); border-radius: 14px;
  background: var(--accent-soft); text-align: center; white-space: nowrap; user-select: all; -webkit-user-select: all;
  font: 700 1.85rem/1.2 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; letter-spacing: .06em;
}
.button {
  display: flex; align-items: center; justify-content: center; width: 100%; min-height: 52px; padding: 12px 20px;
  border: 0; border-radius: 14px; background: var(--accent); color: var(--on-accent);
  font: inherit; font-weight: 650; text-align: center; text-decoration: none; cursor: pointer;
}
.button:hover { background: var(--accent-strong); }
.button.quiet { background: transparent; color: var(--accent); box-shadow: inset 0 0 0 1.5px var(--line); }
.button + .button { margin-top: 10px; }
.button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
form { margin: 20px 0 0; }
.ways { margin-top: 22px; }
.small { margin: 16px 0 0; color: var(--soft); font-size: .9rem; }
.more { margin: 0; }
.more a { display: inline-block; padding: 11px 0; color: var(--accent); font-weight: 600; }
`;

/** Changes with the content, so that browsers may keep it. */
export const stylesheetPath = `/assets/style-${sha256(stylesheet, 12)}.css`;
