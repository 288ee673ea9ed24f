import type { APIEmbed } from 'discord-api-types/v10';
import { plain } from '../words/plain.ts';
import type { Translate, WordKey } from '../words/words.ts';
import { ACCENT } from './format.ts';

/** The list of commands, each as something to click. */
export function helpEmbed(
  view: { names: readonly string[]; mention: (command: string) => string; platformName: string },
  t: Translate,
): APIEmbed {
  const list = view.names.map((name) => {
    // Put together from the command's name; that every command has its sentence is tested.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const description = t(`commands.${name}.description` as WordKey);
    return `${view.mention(name)} — ${description}`;
  });
  const linking = t('help.linking', { link: view.mention('link'), unlink: view.mention('unlink') });
  return {
    color: ACCENT,
    title: t('help.title'),
    description: [
      t('help.intro', { platform: plain(view.platformName) }),
      list.join('\n'),
      linking,
      t('help.failed'),
    ].join('\n\n'),
  };
}
