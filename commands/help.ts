import { defineCommand } from '../src/bot/command.ts';
import { helpEmbed } from '../src/replies/help.ts';

export default defineCommand({
  name: 'help',
  audience: 'private',
  run({ commands, mention, platformName, supportUrl, t }) {
    const names = commands.filter((command) => command.kind === 'slash').map((command) => command.name);
    return Promise.resolve({
      embeds: [helpEmbed({ names, mention, platformName }, t)],
      ...(supportUrl !== undefined && {
        rows: [[{ kind: 'link', label: t('help.support'), url: supportUrl }]],
      }),
    });
  },
});
