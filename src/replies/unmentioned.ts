/** A mention with the name behind it, as `feed.call.member` has it in every language: "@ana (**Ana**)". */
const namedMention = (mention: string): RegExp => new RegExp(`${mention} ?[(（](\\*\\*.*?\\*\\*)[)）]`, 'g');

/** A text without one member's mention. `name`: its replacement, as text that Discord shows. */
export function withoutMention(
  text: string,
  { discordId, name }: { discordId: string; name: string },
): string {
  const mention = `<@${discordId}>`;
  return text.replace(namedMention(mention), '$1').replaceAll(mention, name);
}
