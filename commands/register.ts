import { defineCommand } from '../src/bot/command.ts';
import { platformFailure } from '../src/bot/failures.ts';
import { Refusal } from '../src/bot/reply.ts';
import { time, tournamentTitle } from '../src/replies/format.ts';
import { plain } from '../src/words/plain.ts';
import { tournament } from './options.ts';

export default defineCommand({
  name: 'register',
  audience: 'private',
  needs: 'account',
  writes: true,
  options: { tournament: tournament({ required: true, status: 'upcoming' }) },
  async run(context) {
    const { account, options, platform, platformName, mention, t } = context;
    const written = await account.platform.register(options.tournament);
    if (written.outcome === 'refused' && written.failure.kind === 'not-found') {
      throw new Refusal('platform-not-found', t('tournament.unknown'));
    }
    const known =
      written.now ?? (await platform.tournament(options.tournament).catch(() => undefined))?.value;
    const name = plain(tournamentTitle(known ?? { id: options.tournament }, t), 120);
    switch (written.outcome) {
      case 'done': {
        const when = known?.startsAt && time(known.startsAt, 'R');
        return {
          content:
            when === undefined
              ? t('register.done', { tournament: name })
              : t('register.doneStarts', { tournament: name, when }),
        };
      }
      case 'refused': {
        const refused = t('register.refused', { tournament: name, platform: plain(platformName) });
        const reason = platformFailure(written.failure, context);
        throw new Refusal(`platform-${written.failure.kind}`, `${refused}\n${reason}`);
      }
      case 'unknown': {
        const vars = { tournament: name, platform: plain(platformName), command: mention('tournament') };
        throw new Refusal('write-unknown', t('register.lost', vars));
      }
    }
  },
  async resumeLabel({ options, platform, t }) {
    const { value } = await platform.tournament(options.tournament);
    return t('register.resume', { tournament: tournamentTitle(value, t) });
  },
});
