import { registrationOf } from '../src/brackets/registration.ts';
import { defineCommand, type LinkedContext } from '../src/bot/command.ts';
import { platformFailure, platformWords } from '../src/bot/failures.ts';
import type { Tournament, WriteResult } from '../src/platform/records.ts';
import { lines, time, tournamentTitle } from '../src/replies/format.ts';
import { escapeMarkup } from '../src/words/plain.ts';
import { ReplyError, runButton, type ComponentRow } from '../src/words/reply.ts';
import { bracketButtons } from './bracket-buttons.ts';
import { tournament } from './options.ts';

type Refused = Extract<WriteResult<Tournament>, { outcome: 'refused' }>;

/** Whether a refusal means that the account is registered already, as far as that is sure. */
async function isRegistered(
  { account, now, registrations }: LinkedContext,
  known: Tournament | undefined,
  { failure }: Refused,
): Promise<boolean> {
  if (known === undefined) return false;
  if (known.entrantIds?.includes(account.playerId)) return true;
  // Nothing else can be in conflict where there are places left.
  if (failure.kind !== 'conflict' || registrationOf(known, now()) !== 'open') return false;
  const noted = await registrations.read(account).catch((): string[] => []);
  return noted.includes(known.id);
}

/** The platform said no, by whatever status; some have no such address once registration is closed. */
const saysNo = ({ failure: { kind } }: Refused): boolean =>
  kind === 'not-found' || kind === 'forbidden' || kind === 'conflict' || kind === 'invalid';

/** What follows a registration. */
async function nextRow(
  context: LinkedContext,
  id: string,
  known: Tournament | undefined,
): Promise<ComponentRow> {
  const { t } = context;
  return [
    runButton(t('register.open'), 'tournament', { tournament: id }),
    ...(known === undefined ? [] : await bracketButtons(context, known)),
    runButton(t('next.alerts'), 'next'),
  ];
}

export default defineCommand({
  name: 'register',
  audience: 'private',
  needs: 'account',
  writes: true,
  options: { tournament: tournament({ required: true, forRegistration: true }) },
  async run(context) {
    const { account, options, platform, registrations, mention, now, t } = context;
    const written = await account.platform.register(options.tournament);
    const known =
      written.now ?? (await platform.tournament(options.tournament).catch(() => undefined))?.value;
    const id = known?.id ?? options.tournament;
    const name = escapeMarkup(tournamentTitle(known ?? { id }, t), 120);
    switch (written.outcome) {
      case 'done': {
        await registrations.note(account, id);
        const when = known?.startsAt && time(known.startsAt, 'R');
        return {
          content:
            when === undefined
              ? t('register.done', { tournament: name })
              : t('register.doneStarts', { tournament: name, when }),
          rows: [await nextRow(context, id, known)],
        };
      }
      case 'refused': {
        const { failure } = written;
        if (await isRegistered(context, known, written)) {
          await registrations.note(account, id);
          return {
            content: t('register.already', { tournament: name }),
            rows: [await nextRow(context, id, known)],
          };
        }
        const reason = `platform-${failure.kind}`;
        if (known === undefined && failure.kind === 'not-found')
          throw new ReplyError(reason, t('tournament.unknown'));
        const isClosed = saysNo(written) && known !== undefined && registrationOf(known, now()) === 'closed';
        const content = isClosed
          ? lines(t('register.closed', { tournament: name }), platformWords(failure, context))
          : lines(t('register.refused', { tournament: name }), platformFailure(failure, context));
        const rows =
          known === undefined ? [] : [[runButton(t('register.open'), 'tournament', { tournament: id })]];
        throw new ReplyError(reason, { content, rows }, { cause: failure });
      }
      case 'unknown':
        throw new ReplyError(
          'write-unknown',
          {
            content: t('register.lost', { tournament: name, command: mention('tournament') }),
            rows: [[runButton(t('register.open'), 'tournament', { tournament: id })]],
          },
          { cause: written.failure },
        );
    }
  },
  async resumeLabel({ options, platform, t }) {
    const { value } = await platform.tournament(options.tournament);
    return t('register.resume', { tournament: tournamentTitle(value, t) });
  },
});
