import { action, defineCommand, type Context, type LinkedContext } from './shared/define.ts';
import { isNotFound } from '../src/bot/failures.ts';
import { mayBeOver, pendingMatches } from '../src/brackets/current.ts';
import { progressOf } from '../src/brackets/players.ts';
import { isAhead, isEntrant } from '../src/brackets/registration.ts';
import type { Match, Tournament } from '../src/reading/records.ts';
import { present } from '../src/present.ts';
import { tournamentTitle } from '../src/replies/format.ts';
import { MATCHES, nextEmbed } from '../src/replies/next.ts';
import { resultButtons } from '../src/replies/results.ts';
import { scoreButtons } from '../src/replies/score-forms.ts';
import type { UnderWay } from '../src/results/elsewhere.ts';
import { button, runButton, type Reply, type ComponentRow } from '../src/message/reply.ts';
import type { Translate } from '../src/words/words.ts';

/** The most recorded tournaments to read one by one, if the list lacks them. */
const MAX_READS = 10;

/** The oldest `asOf`. */
function oldest(answers: readonly ({ asOf?: number | undefined } | undefined)[]): number | undefined {
  const times = answers.flatMap((answer) => answer?.asOf ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

const startOf = ({ startsAt }: Tournament): number => startsAt?.epochMs ?? Number.MAX_SAFE_INTEGER;

/**
 * A player's registrations: from the entrants of upcoming tournaments, and from the ids that the bot recorded. Throws
 * `PlatformError` if nothing could be read.
 */
async function ownTournaments(
  { now, platform }: Pick<Context, 'now' | 'platform'>,
  playerId: string,
  notedIds: readonly string[],
) {
  const reading = platform.tournaments({ status: 'upcoming' });
  const list = await reading.catch(() => undefined);
  const upcoming = list?.value ?? [];
  const unlisted = notedIds.filter((id) => !upcoming.some((one) => one.id === id)).slice(0, MAX_READS);
  const single = await Promise.all(
    unlisted.map((id) =>
      platform.tournament(id).catch((error: unknown) => ({ id, isGone: isNotFound(error) })),
    ),
  );
  const missing = single.flatMap((one) => ('isGone' in one ? [one] : []));
  const answers = single.flatMap((one) => ('isGone' in one ? [] : [one]));
  if (list === undefined && answers.length === 0) await reading;
  const all = [...upcoming, ...answers.map(({ value }) => value)];
  const isOver = ({ phase }: Tournament) => phase === 'finished' || phase === 'cancelled';
  const ahead = all
    .filter((one) => isEntrant(one, playerId, notedIds))
    .filter((one) => isAhead(one, now()))
    .toSorted((a, b) => startOf(a) - startOf(b));
  return {
    /** Not started yet, by start time. */
    tournaments: await platform.nameTournaments(ahead),
    /** Recorded ids of tournaments that are over. One that is not found may come back: its record expires on its own. */
    over: all
      .filter(isOver)
      .map(({ id }) => id)
      .filter((id) => notedIds.includes(id)),
    /** Some could not be read. */
    partial: list === undefined || missing.some(({ isGone }) => !isGone),
    asOf: oldest([list, ...answers]),
  };
}

const ALERT_MODES = ['mention', 'dm', 'off'] as const;
type AlertMode = (typeof ALERT_MODES)[number];

/** The actions for the next match. */
function matchButtons(match: Match, isReported: boolean, t: Translate): ComponentRow {
  const tournament = match.tournament?.id;
  return [
    ...(isReported ? [] : scoreButtons(match, t)),
    ...(tournament === undefined ? [] : [runButton(t('tournament.bracket'), 'bracket', { tournament })]),
    runButton(t('next.open'), 'match', { match: match.id }),
  ];
}

const tournamentSelect = (tournaments: readonly Tournament[], t: Translate): ComponentRow => ({
  kind: 'select',
  action: 'tournament:run',
  args: ['tournament'],
  placeholder: t('tournaments.open'),
  options: tournaments.map((one) => ({ label: tournamentTitle(one, t), value: one.id })),
});

const alertButtons = (how: AlertMode, t: Translate): ComponentRow =>
  ALERT_MODES.map((one) => {
    const label = t(`next.${one}.label`);
    return one === how
      ? button(t('next.chosen', { label }), `next:${one}`, { style: 'success' })
      : button(label, `next:${one}`);
  });

const remindButtons = (isReminded: boolean, t: Translate): ComponentRow => [
  isReminded
    ? button(t('next.chosen', { label: t('next.remind.label') }), 'next:remind', {
        args: ['off'],
        style: 'success',
      })
    : button(t('next.remind.label'), 'next:remind', { args: ['on'] }),
];

/** A player's matches and registrations, as far as they could be read. Throws if neither could, unless `mayBeEmpty`. */
async function readAhead(context: LinkedContext, mayBeEmpty: boolean) {
  const { account, caller, platform, registrations } = context;
  const { playerId } = account;
  const notedIds = await registrations.read(account);
  const reading = platform.userMatches(playerId, { shown: (all) => pendingMatches(all).slice(0, MATCHES) });
  const [answer, registered] = await Promise.all([
    reading.catch(() => undefined),
    ownTournaments(context, playerId, notedIds).catch(() => undefined),
  ]);
  if (answer === undefined && registered === undefined && !mayBeEmpty) await reading;
  if (registered !== undefined && registered.over.length > 0)
    await registrations.forget(caller.discordId, registered.over);
  const missing = [
    ...(answer === undefined ? (['matches'] as const) : []),
    ...(registered?.partial === false ? [] : (['tournaments'] as const)),
  ];
  // If the platform never shows whether a match was played, only matches that have yet to start are known to be open.
  const isUnsaid = answer !== undefined && progressOf(answer.value) === undefined;
  const open = answer && pendingMatches(answer.value);
  const shown = isUnsaid ? open?.filter((match) => !mayBeOver(match, context.now())) : open;
  return {
    matches: shown,
    isUnsaid: open !== undefined && shown?.length !== open.length,
    tournaments: registered?.tournaments,
    missing,
    asOf: oldest([answer, registered]),
  };
}

/** The unsettled reports of these matches, those of this server first. */
async function underWayOf({ account, place, results }: LinkedContext, matches: readonly Match[]) {
  const found = await Promise.all(
    matches
      .slice(0, MAX_READS)
      .map((match) => results.underWay(match, account, place.serverId).catch(() => [])),
  );
  const isHere = ({ report }: UnderWay): boolean => report.guildId === place.serverId;
  return found.flat().toSorted((a, b) => Number(isHere(b)) - Number(isHere(a)));
}

/** `saved`: the choice that was just saved. It is confirmed even if the platform fails. */
async function overview(
  context: LinkedContext,
  saved?: AlertMode | 'reminded' | 'notReminded',
): Promise<Reply> {
  const { account, alerts, caller, mention, naming, place, reminders, t } = context;
  const [{ how, closed }, reminder, isHidden, ahead] = await Promise.all([
    alerts.read(caller.discordId),
    reminders.read(caller.discordId),
    naming.isHidden(caller.discordId),
    readAhead(context, saved !== undefined),
  ]);
  const underWay = await underWayOf(context, ahead.matches ?? []);
  const awaiting = underWay.filter(({ isAsked }) => isAsked);
  const waiting = underWay.filter(({ isAsked }) => !isAsked);
  const isAwaited = ({ id }: Match) => awaiting.some(({ match }) => match.id === id);
  const reportOf = ({ id }: Match) => waiting.find(({ match }) => match.id === id)?.report;
  // Matches that wait for someone else come last.
  const isDone = (match: Match): number => Number(reportOf(match) !== undefined);
  const others = ahead.matches
    ?.filter((match) => !isAwaited(match))
    .toSorted((a, b) => isDone(a) - isDone(b));
  const [next] = others ?? [];
  // Only the report's own server accepts an answer.
  const asked = awaiting.find(({ report }) => report.guildId === place.serverId);
  const notes = [
    closed ? t('next.closed') : undefined,
    reminder.closed ? t('next.remind.closed') : undefined,
    ahead.missing.map((part) => t(`next.missing.${part}`)).join(' '),
  ];
  return {
    ...present({ content: saved && t('next.saved', { how: t(labelOf(saved)) }) }),
    embeds: [
      nextEmbed(
        {
          ...ahead,
          // A match that waits for the player's answer is listed only once.
          matches: next === undefined && awaiting.length > 0 ? undefined : others,
          reportOf,
          awaiting: awaiting.map((one) => (one === asked ? { ...one, url: undefined } : one)),
          playerId: account.playerId,
          alerts: how,
          isHidden,
          isReminded: reminder.isOn,
          notes,
          now: context.now(),
          mention,
        },
        t,
      ),
    ],
    rows: [
      ...(asked === undefined ? [] : [resultButtons(asked.match, asked.report, t)]),
      ...(next === undefined ? [] : [matchButtons(next, reportOf(next) !== undefined, t)]),
      tournamentSelect(ahead.tournaments ?? [], t),
      alertButtons(how, t),
      remindButtons(reminder.isOn, t),
    ],
    // If this fails, the next /next shows it again.
    ...present({
      afterSent:
        closed || reminder.closed
          ? async () => {
              const { discordId } = caller;
              await Promise.allSettled([alerts.forgetClosed(discordId), reminders.forgetClosed(discordId)]);
            }
          : undefined,
    }),
  };
}

const labelOf = (saved: AlertMode | 'reminded' | 'notReminded') =>
  saved === 'reminded'
    ? 'next.remind.on'
    : saved === 'notReminded'
      ? 'next.remind.off'
      : (`next.${saved}.label` as const);

const choose = (how: AlertMode) =>
  action({
    press: 'caller',
    needs: 'account',
    writes: true,
    async run(context) {
      await context.alerts.set(context.caller.discordId, how, context.callerT.locale);
      return overview(context, how);
    },
  });

export default defineCommand({
  name: 'next',
  audience: 'private',
  needs: 'account',
  run: (context) => overview(context),
  actions: {
    mention: choose('mention'),
    dm: choose('dm'),
    off: choose('off'),
    remind: action({
      press: 'caller',
      needs: 'account',
      writes: true,
      args: { to: 'text' },
      async run(context) {
        const isOn = context.args.to === 'on';
        await context.reminders.set(context.caller.discordId, isOn, context.callerT.locale);
        return overview(context, isOn ? 'reminded' : 'notReminded');
      },
    }),
  },
});
