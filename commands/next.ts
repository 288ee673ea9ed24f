import { action, defineCommand, type Context } from '../src/bot/command.ts';
import { pendingMatches } from '../src/brackets/current.ts';
import type { Match, Tournament } from '../src/platform/records.ts';
import { tournamentTitle } from '../src/replies/format.ts';
import { scoreButton } from '../src/replies/match.ts';
import { nextEmbed } from '../src/replies/next.ts';
import { button, runButton, type Reply, type Row } from '../src/words/reply.ts';
import type { Translate } from '../src/words/words.ts';
import { oldest, ownTournaments } from './own-tournaments.ts';

const CHOICES = ['mention', 'dm', 'off'] as const;
type Choice = (typeof CHOICES)[number];

/** What can be done about the next match. */
function matchButtons(match: Match, t: Translate): Row {
  const hasPlayers = match.sides.every(({ player }) => player !== undefined);
  const tournament = match.tournament?.id;
  return [
    ...(hasPlayers ? [scoreButton(match, t('match.report'), t)] : []),
    ...(tournament === undefined ? [] : [runButton(t('tournament.bracket'), 'bracket', { tournament })]),
    runButton(t('next.open'), 'match', { match: match.id }),
  ];
}

const tournamentSelect = (tournaments: readonly Tournament[], t: Translate): Row => ({
  kind: 'select',
  action: 'tournament:run',
  args: ['tournament'],
  placeholder: t('tournaments.open'),
  options: tournaments.map((one) => ({ label: tournamentTitle(one, t), value: one.id })),
});

const alertButtons = (how: Choice, t: Translate): Row =>
  CHOICES.map((one) => button(t(`next.${one}.label`), `next:${one}`, { disabled: one === how }));

/** What the platform tells of a player, as far as it could be read. Throws where nothing could, unless it `mayBeEmpty`. */
async function readAhead(context: Context, playerId: string, mayBeEmpty: boolean) {
  const { caller, platform, registrations } = context;
  const notedIds = await registrations.read(caller.discordId);
  const reading = platform.userMatches(playerId);
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
async function overview(context: Context, playerId: string, saved?: Choice): Promise<Reply> {
  const { alerts, caller, mention, t } = context;
  const [{ how, closed }, ahead] = await Promise.all([
    alerts.read(caller.discordId),
    readAhead(context, playerId, saved !== undefined),
  ]);
  const [next] = ahead.matches ?? [];
  const notes = [
    closed ? t('next.closed') : undefined,
    ahead.missing.map((part) => t(`next.missing.${part}`)).join(' '),
  ];
  return {
    ...(saved !== undefined && { content: t('next.saved', { how: t(`next.${saved}.label`) }) }),
    embeds: [nextEmbed({ ...ahead, playerId, alerts: how, notes, mention }, t)],
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
      return overview(context, context.account.playerId, how);
    },
  });

export default defineCommand({
  name: 'next',
  audience: 'private',
  needs: 'account',
  run: (context) => overview(context, context.account.playerId),
  actions: { mention: choose('mention'), dm: choose('dm'), off: choose('off') },
});
