import { runButton, type Post } from '../message/reply.ts';
import type { Translate } from '../words/words.ts';
import { embed } from './format.ts';

/** A message for a welcome channel: why to link, and how. */
export const linkPanelPost = (t: Translate): Post => ({
  content: t('linkPanel.title'),
  embeds: [embed(undefined, { text: t('linkPanel.text') })],
  rows: [[runButton(t('linkPanel.button'), 'link', {}, 'primary')]],
});
