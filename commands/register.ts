import { registrationOf } from '../src/brackets/registration.ts';
import { defineCommand } from '../src/bot/command.ts';
import { platformFailure } from '../src/bot/failures.ts';
import { time, tournamentTitle } from '../src/replies/format.ts';
import { plain } from '../src/words/plain.ts';
import { Refusal } from '../src/words/reply.ts';
import { tournament } from './options.ts';

export default defineCommand({
  name: 'register',
  audience: 'private',
  needs: 'account',
  writes: true,
  options: { tournament: tournament({ required: true, status: 'upcoming' }) },
  async run(context) {
    const { account, caller, options, platform, registrations, mention, now, t } = context;
    const written = await account.platform.register(options.tournament);
    const known =
      written.now ?? (await platform.tournament(options.tournament).catch(() => undefined))?.value;
    const name = plain(tournamentTitle(known ?? { id: options.tournament }, t), 120);
    switch (written.outcome) {
      case 'done': {
        await registrations.note(caller.discordId, known?.id ?? options.tournament);
        const when = known?.startsAt && time(known.startsAt, 'R');
        return {
          content:
            when === undefined
              ? t('register.done', { tournament: name })
              : t('register.doneStarts', { tournament: name, when }),
        };
      }
      case 'refused': {
        const { failure } = written;
        if (failure.kind === 'not-found') {
          // Some platforms have no such address once registration is over.
          if (known === undefined) throw new Refusal('platform-not-found', t('tournament.unknown'));
          if (registrationOf(known, now()) === 'closed')
            throw new Refusal('platform-not-found', t('register.over', { tournament: name }));
        }
        const refused = t('register.refused', { tournament: name });
        throw new Refusal(`platform-${failure.kind}`, `${refused}\n${platformFailure(failure, context)}`, {
          cause: failure,
        });
      }
      case 'unknown':
        throw new Refusal(
          'write-unknown',
          t('register.lost', { tournament: name, command: mention('tournament') }),
          { cause: written.failure },
        );
    }
  },
  async resumeLabel({ options, platform, t }) {
    const { value } = await platform.tournament(options.tournament);
    return t('register.resume', { tournament: tournamentTitle(value, t) });
  },
});
