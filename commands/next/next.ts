import { action, defineCommand, type LinkedContext } from '../shared/define.ts';
import type { Match, Tournament } from '../../src/reading/records.ts';
import { present } from '../../src/present.ts';
import { tournamentTitle } from '../../src/replies/format.ts';
import { nextEmbed } from '../../src/replies/next.ts';
import { resultButtons } from '../../src/replies/results.ts';
import { scoreButtons } from '../../src/replies/score-forms.ts';
import { button, runButton, type Reply, type ComponentRow } from '../../src/message/reply.ts';
import type { Translate } from '../../src/words/words.ts';
import { readAhead, underWayOf } from './ahead.ts';

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
