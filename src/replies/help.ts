import type { APIEmbed } from 'discord-api-types/v10';
import type { Translate, WordKey } from '../words/words.ts';
import { embed, factLine, lines } from './format.ts';

/** The groups of commands. A command that is not listed goes to `watch`. */
const GROUPS = [
  { name: 'you', commands: ['link', 'account', 'unlink', 'privacy', 'help'] },
  { name: 'play', commands: ['next', 'register', 'score', 'match', 'matches'] },
  { name: 'watch', commands: [] },
  { name: 'organizers', commands: ['follow', 'settings'] },
] as const;

type Group = (typeof GROUPS)[number]['name'];

const groupOf = (command: string): Group =>
  GROUPS.find(({ commands }) => commands.some((name) => name === command))?.name ?? 'watch';

/** The commands in groups, as clickable mentions. For commands in a user's menu, it describes the way there. */
export function helpEmbed(
  view: {
    commands: readonly { name: string; kind: 'slash' | 'user'; serverOnly?: object }[];
    /** Whether the reader is in a server where the bot is installed. */
    inServer: boolean;
    mention: (command: string) => string;
    status: {
      version: string;
      latencyMs: number | undefined;
      platform: 'reachable' | 'slow' | 'failing';
    };
  },
  t: Translate,
): APIEmbed {
  const line = (name: string): string => {
    // A test checks that every command has this sentence.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const description = t(`commands.${name}.description` as WordKey);
    return `${view.mention(name)} — ${description}`;
  };
  const available = view.commands.filter(({ serverOnly }) => view.inServer || serverOnly === undefined);
  const serverOnly = view.commands.filter((command) => command.serverOnly !== undefined);
  const where = t(view.inServer ? 'help.inServers' : 'help.elsewhere', {
    commands: new Intl.ListFormat(t.locale).format(serverOnly.map(({ name }) => view.mention(name))),
  });
  const groups = GROUPS.map(({ name: group }) => {
    const groupCommands = available.filter(
      (command) => command.kind === 'slash' && groupOf(command.name) === group,
    );
    const value = groupCommands.map(({ name }) => line(name)).join('\n');
    return [t(`help.groups.${group}`), value === '' ? undefined : value, 'full'] as const;
  });
  const menus = view.commands
    .filter(({ kind }) => kind === 'user')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    .map(({ name }) => t('help.onMember', { command: t(`commands.${name}.name` as WordKey) }));
  const { version, latencyMs, platform } = view.status;
  const status = [
    t('help.version', { version }),
    latencyMs === undefined ? undefined : t('help.latency', { ms: t.number(Math.round(latencyMs)) }),
    t(`help.platform.${platform}`),
  ];
  return embed(t('help.title'), {
    text: lines(
      t('help.intro'),
      t('help.linking', { link: view.mention('link') }),
      serverOnly.length === 0 ? undefined : where,
    ),
    facts: [
      ...groups,
      [t('help.more'), [...menus, t('help.failed')].join('\n'), 'full'],
      [t('help.status'), factLine(status, t), 'full'],
    ],
  });
}
