import { defineCommand } from '../src/bot/command.ts';
import { helpEmbed } from '../src/replies/help.ts';

export default defineCommand({
  name: 'help',
  audience: 'private',
  run({ commands, mention, supportUrl, t }) {
    return Promise.resolve({
      embeds: [helpEmbed({ commands, mention }, t)],
      ...(supportUrl !== undefined && {
        rows: [[{ kind: 'link', label: t('help.support'), url: supportUrl }]],
      }),
    });
  },
});
