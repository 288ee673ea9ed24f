import { defineCommand } from '../src/bot/command.ts';
import { plain } from '../src/words/plain.ts';

export default defineCommand({
  name: 'link',
  audience: 'private',
  async run({ accounts, caller, askToLink, mention, platformName, t }) {
    const platform = plain(platformName);
    const found = await accounts.find(caller.discordId);
    if (found.state === 'expired') return askToLink('expired');
    if (found.state === 'none') return askToLink((until) => t('link.ask', { platform, until }));
    const name = plain(found.account.playerName ?? found.account.playerId);
    return askToLink((until) => t('link.askAgain', { platform, name, until, unlink: mention('unlink') }));
  },
});
