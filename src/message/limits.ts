import type { APIEmbed } from 'discord-api-types/v10';
import { present } from '../present.ts';

/** Discord's limits, in characters or items (resources/message, components/reference, interactions/application-commands). */
export const LIMITS = {
  content: 2000,
  embeds: 10,
  embedTotal: 6000,
  embedTitle: 256,
  embedDescription: 4096,
  embedFields: 25,
  embedFieldName: 256,
  embedFieldValue: 1024,
  embedFooter: 2048,
  embedAuthor: 256,
  rows: 5,
  buttonsPerRow: 5,
  buttonLabel: 80,
  url: 512,
  customId: 100,
  selectOptions: 25,
  radioOptions: 10,
  selectLabel: 100,
  selectValue: 100,
  selectDescription: 100,
  selectPlaceholder: 150,
  choices: 25,
  choiceName: 100,
  choiceValue: 100,
  modalTitle: 45,
  modalLabel: 45,
  modalDescription: 100,
  modalInputs: 5,
  textInput: 4000,
  textPlaceholder: 100,
  modalFiles: 10,
  altText: 1024,
} as const;

/** The parts of an embed that hold text (Discord's embed object). */
export type EmbedText = Pick<APIEmbed, 'title' | 'description' | 'author' | 'footer' | 'fields'>;

/** The length of a text for Discord's limits. Their unit is undocumented; text that fits in UTF-16 units also fits in code points. */
const discordLength = (text: string | undefined): number => text?.length ?? 0;

const SPOILER = '||';

/** Cuts markup at a line or word boundary if one is near, and never inside an escape or a tag. A spoiler that is cut stays closed. */
export function cutMarkup(text: string, max: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= max) return trimmed;
  // Room for the ellipsis, and for the end of a spoiler.
  const room = max - 1 - (trimmed.includes(SPOILER) ? SPOILER.length : 0);
  let cutText = trimmed.slice(0, room).replace(/[\ud800-\udbff]$/, '');
  const edge = Math.max(cutText.lastIndexOf('\n'), cutText.lastIndexOf(' '));
  if (edge > cutText.length * 0.8) cutText = cutText.slice(0, edge);
  // An unclosed `<t:123` or `</rank:1`, and a backslash that would escape the ellipsis.
  cutText = cutText.replace(/<[^<>\s]*$/, '').replace(/\\+$/, '');
  const bare = cutText.replace(/\\./gs, '');
  if (bare.split(SPOILER).length % 2 === 1) return `${cutText.trimEnd()}…`;
  return `${cutText.replace(/(?<!\|)\|$/, '').trimEnd()}…${SPOILER}`;
}

function limitParts<E extends EmbedText>(embed: E): E {
  const { title, description, author, footer, fields } = embed;
  return {
    ...embed,
    ...present({
      title: title && cutMarkup(title, LIMITS.embedTitle),
      description: description && cutMarkup(description, LIMITS.embedDescription),
      author: author && { ...author, name: cutMarkup(author.name, LIMITS.embedAuthor) },
      footer: footer && { ...footer, text: cutMarkup(footer.text, LIMITS.embedFooter) },
      // Discord refuses a field without a visible name or value.
      fields: fields
        ?.filter((field) => field.name.trim() !== '' && field.value.trim() !== '')
        .slice(0, LIMITS.embedFields)
        .map((field) => ({
          ...field,
          name: cutMarkup(field.name, LIMITS.embedFieldName),
          value: cutMarkup(field.value, LIMITS.embedFieldValue),
        })),
    }),
  };
}

/** What one embed counts toward the limit for all embeds of a message. */
export const embedLength = (embed: EmbedText): number =>
  discordLength(embed.title) +
  discordLength(embed.description) +
  discordLength(embed.author?.name) +
  discordLength(embed.footer?.text) +
  (embed.fields ?? []).reduce(
    (sum, field) => sum + discordLength(field.name) + discordLength(field.value),
    0,
  );

/**
 * Fits embeds into Discord's limits. Cuts each part; if the total still exceeds 6,000 characters, shortens the descriptions,
 * then drops fields and finally embeds, from the end. Never fails.
 */
export function limitEmbeds<E extends EmbedText>(embeds: readonly E[]): E[] {
  const limited = embeds.slice(0, LIMITS.embeds).map(limitParts);
  let over = limited.reduce((sum, embed) => sum + embedLength(embed), 0) - LIMITS.embedTotal;
  for (const [at, embed] of limited.entries()) {
    if (over <= 0) break;
    const length = discordLength(embed.description);
    if (length > 200) {
      const shorter = {
        ...embed,
        description: cutMarkup(embed.description ?? '', Math.max(200, length - over)),
      };
      over -= length - discordLength(shorter.description);
      limited[at] = shorter;
    }
  }
  for (let at = limited.length - 1; at >= 0 && over > 0; at--) {
    const embed = limited[at];
    const fields = [...(embed?.fields ?? [])];
    while (over > 0 && fields.length > 0) {
      const field = fields.pop();
      over -= discordLength(field?.name) + discordLength(field?.value);
    }
    if (embed?.fields !== undefined) limited[at] = { ...embed, fields };
  }
  // Ten footers alone can exceed the total; one embed with a short description and no fields always fits.
  while (over > 0 && limited.length > 1) over -= embedLength(limited.pop() ?? {});
  return limited;
}

/** The first of these lines, as many as fit together. */
export function fittingLines(lines: readonly string[], max: number): string[] {
  let length = -1;
  const end = lines.findIndex((line) => (length += 1 + line.length) > max);
  return lines.slice(0, end === -1 ? lines.length : end);
}
