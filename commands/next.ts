import { action, defineCommand, type Context, type LinkedContext } from '../src/bot/command.ts';
import { isNotFound } from '../src/bot/failures.ts';
import { pendingMatches } from '../src/brackets/current.ts';
import { isAhead, isEntrant } from '../src/brackets/registration.ts';
import type { Match, Tournament } from '../src/platform/records.ts';
import { tournamentTitle } from '../src/replies/format.ts';
import { scoreButtons } from '../src/replies/match.ts';
import { MATCHES, nextEmbed } from '../src/replies/next.ts';
import { button, runButton, type Reply, type ComponentRow } from '../src/words/reply.ts';
import type { Translate } from '../src/words/words.ts';

/** Those noted that the list lacks are read one by one. */
const MAX_READS = 10;

/** The `asOf` of the oldest answer that has one. */
function oldest(answers: readonly ({ asOf?: number | undefined } | undefined)[]): number | undefined {
  const times = answers.flatMap((answer) => answer?.asOf ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

const startOf = ({ startsAt }: Tournament): number => startsAt?.epochMs ?? Number.MAX_SAFE_INTEGER;

/**
 * What a player is registered for: by the platform's upcoming tournaments, where they show who is registered, and by the ids
 * noted. Throws `PlatformError` where nothing could be read.
 */
async function ownTournaments(
  { now, platform }: Pick<Context, 'now' | 'platform'>,
  playerId: string,
  notedIds: readonly string[],
) {
  const reading = platform.tournaments({ status: 'upcoming' });
  const list = await reading.catch(() => undefined);
  const listed = list?.value ?? [];
  const unlisted = notedIds.filter((id) => !listed.some((one) => one.id === id)).slice(0, MAX_READS);
  const single = await Promise.all(
    unlisted.map((id) =>
      platform.tournament(id).catch((error: unknown) => ({ id, isGone: isNotFound(error) })),
    ),
  );
  const missing = single.flatMap((one) => ('isGone' in one ? [one] : []));
  const answers = single.flatMap((one) => ('isGone' in one ? [] : [one]));
  if (list === undefined && answers.length === 0) await reading;
  const all = [...listed, ...answers.map(({ value }) => value)];
  const isOver = ({ phase }: Tournament) => phase === 'finished' || phase === 'cancelled';
  const ahead = all
    .filter((one) => isEntrant(one, playerId, notedIds))
    .filter((one) => isAhead(one, now()))
    .toSorted((a, b) => startOf(a) - startOf(b));
  return {
    /** Yet to start, the first to start first. */
    tournaments: await platform.nameTournaments(ahead),
    /** Ids of noted ones that are over or gone. */
    over: [...missing.filter(({ isGone }) => isGone), ...all.filter(isOver)]
      .map(({ id }) => id)
      .filter((id) => notedIds.includes(id)),
    /** Not all of it could be read. */
    partial: list === undefined || missing.some(({ isGone }) => !isGone),
    asOf: oldest([list, ...answers]),
  };
}

const CHOICES = ['mention', 'dm', 'off'] as const;
type Choice = (typeof CHOICES)[number];

/** What can be done about the next match. */
function matchButtons(match: Match, t: Translate): ComponentRow {
  const tournament = match.tournament?.id;
  return [
    ...scoreButtons(match, t),
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

const alertButtons = (how: Choice, t: Translate): ComponentRow =>
  CHOICES.map((one) => {
    const label = t(`next.${one}.label`);
    return one === how
      ? button(t('next.chosen', { label }), `next:${one}`, { style: 'success' })
      : button(label, `next:${one}`);
  });

/** What the platform tells of a player, as far as it could be read. Throws where nothing could, unless it `mayBeEmpty`. */
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
  return {
    matches: answer && pendingMatches(answer.value),
    tournaments: registered?.tournaments,
    missing,
    asOf: oldest([answer, registered]),
  };
}

/** `saved`: a choice of just now, which is confirmed whether the platform answers or not. */
async function overview(context: LinkedContext, saved?: Choice): Promise<Reply> {
  const { account, alerts, caller, mention, t } = context;
  const [{ how, closed }, ahead] = await Promise.all([
    alerts.read(caller.discordId),
    readAhead(context, saved !== undefined),
  ]);
  const [next] = ahead.matches ?? [];
  const notes = [
    closed ? t('next.closed') : undefined,
    ahead.missing.map((part) => t(`next.missing.${part}`)).join(' '),
  ];
  return {
    ...(saved !== undefined && { content: t('next.saved', { how: t(`next.${saved}.label`) }) }),
    embeds: [nextEmbed({ ...ahead, playerId: account.playerId, alerts: how, notes, mention }, t)],
    rows: [
      ...(next === undefined ? [] : [matchButtons(next, t)]),
      tournamentSelect(ahead.tournaments ?? [], t),
      alertButtons(how, t),
    ],
    // Where this fails, it is told again.
    ...(closed && { placed: () => alerts.forgetClosed(caller.discordId).catch(() => undefined) }),
  };
}

const choose = (how: Choice) =>
  action({
    press: 'caller',
    needs: 'account',
    writes: true,
    async run(context) {
      await context.alerts.set(context.caller.discordId, how);
      return overview(context, how);
    },
  });

export default defineCommand({
  name: 'next',
  audience: 'private',
  needs: 'account',
  run: (context) => overview(context),
  actions: { mention: choose('mention'), dm: choose('dm'), off: choose('off') },
});
