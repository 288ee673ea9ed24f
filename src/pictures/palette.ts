/**
 * One palette for both themes, since the bot does not know a user's theme: with its own dark panel, contrast does not depend
 * on the background. Each text color has at least 4.5:1 on `panel`, `card` and `won` (WCAG 2 AA).
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
  up: '#4ade80',
  down: '#fb7185',
  onBright: '#14181f',
} as const;

/** Colors of common ranks, with the same contrast on `panel`. */
export const tiers = {
  iron: '#a8a29e',
  bronze: '#d9a066',
  silver: '#cbd5e1',
  gold: '#facc15',
  platinum: '#7dd3fc',
  emerald: '#34d399',
  diamond: '#a5b4fc',
  grandmaster: '#fb7185',
  master: '#e879f9',
  challenger: '#fdba74',
} as const;

/** The color of a rank as the platform names it ("Diamond II"); the accent color for other words. */
export function tierColor(rank: string): string {
  const words = rank.toLowerCase();
  return Object.entries(tiers).find(([tier]) => words.includes(tier))?.[1] ?? palette.accent;
}
