import { sha256 } from '../sha256.ts';

/** Two sides of a bracket that meet. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#0f766e"/>
<path d="M7 9h6v14H7M13 16h6M25 9h-6v14h6" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/>
</svg>`;

/** Changes with the content, so that browsers may cache it. */
export const iconPath = `/assets/icon-${sha256(icon, 12)}.svg`;
