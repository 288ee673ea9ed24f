import type { APIEmbed } from 'discord.js';
import type { ShapeFault } from '../refusal.ts';

type Path = readonly (string | number)[];

const MAX_TOTAL = 6000;

/** Discord counts the text of all parts together. */
function embedLength({ title, description, author, footer, fields = [] }: APIEmbed): number {
  const parts = [title, description, author?.name, footer?.text];
  for (const { name, value } of fields) parts.push(name, value);
  return parts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}

const required = (path: Path): ShapeFault => ({
  path,
  code: 'BASE_TYPE_REQUIRED',
  message: 'This field is required',
});

/** What Discord asks of embeds beyond its description: something to show, named fields, web addresses, 6000 in all. */
export function embedFaults(embeds: readonly APIEmbed[]): ShapeFault[] {
  const faults = embeds.flatMap((embed, index) => faultsOf(embed, ['embeds', index]));
  const total = embeds.reduce((sum, embed) => sum + embedLength(embed), 0);
  if (total > MAX_TOTAL)
    faults.push({
      path: ['embeds'],
      code: 'MAX_EMBED_SIZE_EXCEEDED',
      message: `Embed size exceeds maximum size of ${MAX_TOTAL}`,
    });
  return faults;
}

function faultsOf(embed: APIEmbed, path: Path): ShapeFault[] {
  const faults: ShapeFault[] = [];
  const shows = embedLength(embed) > 0 || embed.image !== undefined || embed.thumbnail !== undefined;
  if (!shows) faults.push(required([...path, 'description']));
  for (const [index, field] of (embed.fields ?? []).entries())
    for (const part of ['name', 'value'] as const)
      if (field[part].trim() === '') faults.push(required([...path, 'fields', index, part]));
  if (embed.author && !embed.author.name?.trim()) faults.push(required([...path, 'author', 'name']));
  if (embed.footer && !embed.footer.text?.trim()) faults.push(required([...path, 'footer', 'text']));
  const addresses: [Path, string | undefined, readonly string[]][] = [
    [['url'], embed.url, WEB],
    [['author', 'url'], embed.author?.url, WEB],
    [['author', 'icon_url'], embed.author?.icon_url, MEDIA],
    [['footer', 'icon_url'], embed.footer?.icon_url, MEDIA],
    [['image', 'url'], embed.image?.url, MEDIA],
    [['thumbnail', 'url'], embed.thumbnail?.url, MEDIA],
  ];
  for (const [at, address, schemes] of addresses)
    if (address !== undefined && !schemes.includes(new URL(address).protocol))
      faults.push({
        path: [...path, ...at],
        code: 'URL_TYPE_INVALID_SCHEME',
        message: `Scheme must be one of (${schemes.map((scheme) => `'${scheme.slice(0, -1)}'`).join(', ')}).`,
      });
  return faults;
}

const WEB = ['http:', 'https:'];
const MEDIA = [...WEB, 'attachment:'];

/** The names of uploaded files that embeds show (`attachment://name`). */
export const shownFiles = (embeds: readonly APIEmbed[]): string[] =>
  embeds.flatMap((embed) =>
    [embed.image?.url, embed.thumbnail?.url, embed.author?.icon_url, embed.footer?.icon_url].flatMap((url) =>
      url?.startsWith('attachment://') ? [url.slice('attachment://'.length)] : [],
    ),
  );
