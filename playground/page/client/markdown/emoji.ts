/** Discord draws emoji itself, the same everywhere; these are the ones that the bot uses and that many machines lack. */
const MEDALS: Readonly<Record<string, { place: string; metal: string; rim: string }>> = {
  '🥇': { place: '1', metal: '#f7c948', rim: '#a86f00' },
  '🥈': { place: '2', metal: '#cfd8dc', rim: '#5d6b73' },
  '🥉': { place: '3', metal: '#dd9a66', rim: '#7a4015' },
};

const medalSvg = ({ place, metal, rim }: { place: string; metal: string; rim: string }): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36">
<path d="M8 1h8l4 12h-7zM28 1h-8l-4 12h7z" fill="#4c8bf5"/>
<circle cx="18" cy="23" r="12" fill="${metal}" stroke="${rim}" stroke-width="2"/>
<text x="18" y="28.5" font-family="sans-serif" font-size="16" font-weight="700" text-anchor="middle" fill="${rim}">${place}</text>
</svg>`;

/** A text with its medals drawn. */
export function withEmoji(text: string): Node[] {
  return text.split(/(🥇|🥈|🥉)/u).flatMap((piece): Node[] => {
    const medal = MEDALS[piece];
    if (medal === undefined) return piece === '' ? [] : [document.createTextNode(piece)];
    const image = document.createElement('img');
    image.className = 'emoji';
    image.alt = piece;
    image.src = `data:image/svg+xml,${encodeURIComponent(medalSvg(medal))}`;
    return [image];
  });
}
