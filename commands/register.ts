import { registrationOf } from '../src/brackets/registration.ts';
import { defineCommand, type LinkedContext } from './shared/define.ts';
import { mayPass, platformFailure, platformWords } from '../src/bot/failures.ts';
import type { Tournament } from '../src/reading/records.ts';
import type { WriteResult } from '../src/platform/write-result.ts';
import { lines, time, tournamentTitle } from '../src/replies/format.ts';
import { fold } from '../src/words/fold.ts';
import { escapeMarkup } from '../src/words/plain.ts';
import { ReplyError, runButton, type ComponentRow } from '../src/message/reply.ts';
import { bracketButtons } from './shared/bracket-buttons.ts';
import { tournament } from './shared/options.ts';
import { unknownTournamentText } from './shared/unknown.ts';

type RefusedWrite = Extract<WriteResult<Tournament>, { outcome: 'refused' }>;

const recordedIds = ({ account, registrations }: LinkedContext): Promise<string[]> =>
  registrations.read(account).catch(() => []);

/** Whether a refusal certainly means that the account is already registered. */
async function isRegistered(
  context: LinkedContext,
  record: Tournament | undefined,
  { failure }: RefusedWrite,
): Promise<boolean> {
  const { account, now } = context;
  if (record === undefined) return false;
  if (record.entrantIds?.includes(account.playerId)) return true;
  // With places left, nothing else can be the conflict.
  if (failure.kind !== 'conflict' || registrationOf(record, now()) !== 'open') return false;
  return (await recordedIds(context)).includes(record.id);
}

/** The record's reason why it takes no more players, or not this one. */
async function knownReason(
  context: LinkedContext,
  record: Tournament,
  name: string,
): Promise<string | undefined> {
  const { account, now, platform, t } = context;
  const { phase, region } = record;
  const registration = registrationOf(record, now());
  const state = phase === 'running' || phase === 'finished' || phase === 'cancelled' ? phase : registration;
  // The caller may have one of the places, if the record does not list the players.
  if (state === 'full' && (await recordedIds(context)).includes(record.id)) return undefined;
  if (state !== 'open') return t(`register.why.${state}`, { tournament: name });
  if (region === undefined) return undefined;
  const own = (await platform.user(account.playerId).catch(() => undefined))?.value.region;
  if (own === undefined || fold(own) === fold(region)) return undefined;
  const markup = (slug: string): string => escapeMarkup(t.region(slug), 60);
  return lines(
    t('register.refused', { tournament: name }),
    t('register.why.region', { region: markup(region), own: markup(own) }),
  );
}

/** Whether the platform rejected the request. Some return 404 once registration is closed. */
const isRejection = ({ failure: { kind } }: RefusedWrite): boolean =>
  kind === 'not-found' || kind === 'forbidden' || kind === 'conflict' || kind === 'invalid';

/** The next steps after a registration. */
async function nextRow(
  context: LinkedContext,
  id: string,
  record: Tournament | undefined,
): Promise<ComponentRow> {
  const { t } = context;
  return [
    runButton(t('register.open'), 'tournament', { tournament: id }),
    ...(record === undefined ? [] : await bracketButtons(context, record)),
    runButton(t('next.alerts'), 'next'),
  ];
}

/** What to do where nobody knows whether the account is registered. */
function unknownText(
  { t }: LinkedContext,
  { isAnswered }: Extract<WriteResult<Tournament>, { outcome: 'unknown' }>,
  record: Tournament | undefined,
  name: string,
): string {
  const words = { tournament: name, open: t('register.open') };
  if (isAnswered) return t('register.unlisted', words);
  // The tournament can confirm it only if it shows who is registered.
  return record?.entrantIds === undefined
    ? t('register.lostAgain', { tournament: name, again: t('failure.retry') })
    : t('register.lost', words);
}

export default defineCommand({
  name: 'register',
  audience: 'private',
  needs: 'account',
  writes: true,
  options: { tournament: tournament({ required: true, forRegistration: true }) },
  async run(context) {
    const { account, mention, options, platform, registrations, now, t } = context;
    const result = await account.platform.register(options.tournament);
    const record =
      result.now ?? (await platform.tournament(options.tournament).catch(() => undefined))?.value;
    const id = record?.id ?? options.tournament;
    const [named = { id }] = await platform.nameTournaments([record ?? { id }]);
    const name = escapeMarkup(tournamentTitle(named, t), 120);
    switch (result.outcome) {
      case 'done': {
        await registrations.note(account, id);
        // Some take players after the start.
        const isAhead = record?.startsAt !== undefined && record.startsAt.epochMs > now();
        const when = isAhead && record?.startsAt ? time(record.startsAt, 'R') : undefined;
        return {
          content:
            when === undefined
              ? t('register.done', { tournament: name })
              : t('register.doneStarts', { tournament: name, when }),
          rows: [await nextRow(context, id, record)],
        };
      }
      case 'refused': {
        const { failure } = result;
        const isOver = record?.phase === 'finished' || record?.phase === 'cancelled';
        // Who played is still an entrant, which says nothing by now.
        if (!isOver && (await isRegistered(context, record, result))) {
          await registrations.note(account, id);
          return {
            content: t('register.already', { tournament: name }),
            rows: [await nextRow(context, id, record)],
          };
        }
        const reason = `platform-${failure.kind}`;
        if (record === undefined && failure.kind === 'not-found')
          throw new ReplyError(reason, unknownTournamentText(context), { cause: failure });
        const why =
          isRejection(result) && record !== undefined ? await knownReason(context, record, name) : undefined;
        const content =
          why === undefined
            ? lines(t('register.refused', { tournament: name }), platformFailure(failure, context))
            : lines(
                why,
                platformWords(failure, context),
                t('register.others', { tournaments: mention('tournaments') }),
              );
        const again = mayPass(failure.kind)
          ? [runButton(t('failure.retry'), 'register', { tournament: id }, 'primary')]
          : [];
        const open =
          record === undefined ? [] : [runButton(t('register.open'), 'tournament', { tournament: id })];
        const rows = [[...again, ...open]];
        throw new ReplyError(reason, { content, rows }, { cause: failure });
      }
      case 'unknown':
        throw new ReplyError(
          'write-unknown',
          {
            content: unknownText(context, result, record, name),
            rows: [
              [
                runButton(t('register.open'), 'tournament', { tournament: id }),
                runButton(t('failure.retry'), 'register', { tournament: id }),
              ],
            ],
          },
          { cause: result.failure },
        );
    }
  },
  async resumeLabel({ options, platform, t }) {
    const { value } = await platform.tournament(options.tournament);
    return t('register.resume', { tournament: tournamentTitle(value, t) });
  },
});
