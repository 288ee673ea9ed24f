/**
 * One drawing for both chat themes, which the bot is not told: a dark panel of its own, so that every contrast is within
 * the picture. Each text colour has at least 4.5:1 on `panel`, `card` and `won` (WCAG 2 AA).
 */
export const palette = {
  panel: '#14181f',
  card: '#1f2630',
  won: '#2a3441',
  border: '#3a4553',
  line: '#566476',
  text: '#eef2f6',
  muted: '#a3afbe',
  accent: '#2dd4bf',
  live: '#fbbf24',
  own: '#c4b5fd',
  onBright: '#14181f',
} as const;
