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
  selectLabel: 100,
  selectValue: 100,
  selectDescription: 100,
  selectPlaceholder: 150,
  choices: 25,
  choiceName: 100,
  choiceValue: 100,
  modalTitle: 45,
  modalLabel: 45,
  altText: 1024,
} as const;

/** The parts of an embed that hold text (Discord's embed object). */
export type EmbedText = Pick<APIEmbed, 'title' | 'description' | 'author' | 'footer' | 'fields'>;

/**
 * The length of a text as Discord's limits count it. The docs name no unit; UTF-16 units are the stricter of the two in use,
 * so what fits by them fits by code points, too.
 */
const discordLength = (text: string | undefined): number => text?.length ?? 0;

/** Cuts drawn text at a line or word where one is near, and never in the middle of an escape or a tag. */
export function cutDrawn(text: string, max: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= max) return trimmed;
  let kept = trimmed.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '');
  const edge = Math.max(kept.lastIndexOf('\n'), kept.lastIndexOf(' '));
  if (edge > kept.length * 0.8) kept = kept.slice(0, edge);
  // `<t:123` or `</rank:1` without its end, and a backslash that would escape the ellipsis.
  kept = kept.replace(/<[^<>\s]*$/, '').replace(/\\+$/, '');
  return `${kept.trimEnd()}…`;
}

function withinParts<E extends EmbedText>(embed: E): E {
  const { title, description, author, footer, fields } = embed;
  return {
    ...embed,
    ...present({
      title: title && cutDrawn(title, LIMITS.embedTitle),
      description: description && cutDrawn(description, LIMITS.embedDescription),
      author: author && { ...author, name: cutDrawn(author.name, LIMITS.embedAuthor) },
      footer: footer && { ...footer, text: cutDrawn(footer.text, LIMITS.embedFooter) },
      // Discord refuses a field without a visible name or value.
      fields: fields
        ?.filter((field) => field.name.trim() !== '' && field.value.trim() !== '')
        .slice(0, LIMITS.embedFields)
        .map((field) => ({
          ...field,
          name: cutDrawn(field.name, LIMITS.embedFieldName),
          value: cutDrawn(field.value, LIMITS.embedFieldValue),
        })),
    }),
  };
}

/** What one embed adds to the total that Discord limits for a message. */
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
 * The same embeds within Discord's limits: parts are cut, and where all together are over 6,000 characters, the descriptions
 * are shortened first, then fields and at last embeds are left out from the end. Never fails.
 */
export function limitEmbeds<E extends EmbedText>(embeds: readonly E[]): E[] {
  const kept = embeds.slice(0, LIMITS.embeds).map(withinParts);
  let over = kept.reduce((sum, embed) => sum + embedLength(embed), 0) - LIMITS.embedTotal;
  for (const [at, embed] of kept.entries()) {
    if (over <= 0) break;
    const described = discordLength(embed.description);
    if (described > 200) {
      const shorter = {
        ...embed,
        description: cutDrawn(embed.description ?? '', Math.max(200, described - over)),
      };
      over -= described - discordLength(shorter.description);
      kept[at] = shorter;
    }
  }
  for (let at = kept.length - 1; at >= 0 && over > 0; at--) {
    const embed = kept[at];
    const fields = [...(embed?.fields ?? [])];
    while (over > 0 && fields.length > 0) {
      const field = fields.pop();
      over -= discordLength(field?.name) + discordLength(field?.value);
    }
    if (embed?.fields !== undefined) kept[at] = { ...embed, fields };
  }
  // Ten footers alone can be too much; one embed without fields and with a short description always fits.
  while (over > 0 && kept.length > 1) over -= embedLength(kept.pop() ?? {});
  return kept;
}
