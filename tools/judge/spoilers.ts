import type { View } from './view.ts';

const TELLS = /\d\s–\s\d|\bbeat\b|is the champion of|\*\* won \*\*|Runner-up: \S|Third place: \**[A-Z]\d/;

/** Where results are hidden, nothing tells them but what is covered. */
export function judgeSpoilers({ follow, told, topics, wrong }: View): void {
  if (!topics.spoilers) return;
  for (const { at, channelId, post } of told) {
    if (channelId !== follow.channelId) continue;
    const open = post.content.replaceAll(/\|\|.*?\|\|/g, '');
    if (TELLS.test(open)) wrong(at, `not covered: ${post.content.replaceAll('\n', ' / ')}`);
    if (post.embeds?.some(({ image }) => image !== undefined) === true) wrong(at, 'a picture is not covered');
  }
}
