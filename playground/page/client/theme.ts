import { icon, iconButton } from './dom.ts';

const KEY = 'playground-theme';

type Theme = 'dark' | 'light';

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark');

function currentTheme(): Theme {
  const chosen = localStorage.getItem(KEY);
  return chosen === 'dark' || chosen === 'light' ? chosen : systemTheme();
}

/** Follows the system until the user chooses; the choice is stored. */
export function applyTheme(): void {
  document.documentElement.dataset['theme'] = currentTheme();
}

export function themeButton(): HTMLButtonElement {
  const button = iconButton('sun', '', () => {
    localStorage.setItem(KEY, currentTheme() === 'dark' ? 'light' : 'dark');
    show();
  });
  function show(): void {
    applyTheme();
    const isDark = currentTheme() === 'dark';
    button.replaceChildren(icon(isDark ? 'sun' : 'moon'));
    button.setAttribute('aria-label', isDark ? 'Switch to the light theme' : 'Switch to the dark theme');
    button.title = button.getAttribute('aria-label') ?? '';
  }
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', show);
  show();
  return button;
}
