import { ButtonStyle, ComponentType, type APIMessage } from 'discord-api-types/v10';
import type { ActionInput, CodeQuestion, CodeRefusal } from '../src/bot/command.ts';
import { action, defineCommand, form, type Context } from './shared/define.ts';
import { enterCodeButton, readResume, welcomeReply } from '../src/bot/linking-replies.ts';
import { encodeArgs } from '../src/message/custom-id.ts';
import { lines } from '../src/replies/format.ts';
import { clockTime } from '../src/words/clock.ts';
import { escapeMarkup } from '../src/words/plain.ts';
import { button, ReplyError, type ComponentRow, type Reply } from '../src/message/reply.ts';

/** The ticket of what the member can do afterwards. */
const RESUME = { resume: 'text' } as const;
/** An account to confirm; `shown`: which links the question said it ends. */
const QUESTION = { claim: 'text!', shown: 'text', ...RESUME } as const;
const PLAYER = { player: 'text' } as const;
const CODE = { code: 'text' } as const;

/** Asks to confirm the account of a code and the links that it ends. The button carries what was shown. */
function questionReply({ t }: Context, question: CodeQuestion, resumeTicket: string | undefined): Reply {
  const { claim, playerId, notices } = question;
  const noticeTexts = notices.map((notice) => {
    switch (notice) {
      case 'moves':
        return t('pages.confirm.moves');
      case 'replaces':
        return t('pages.confirm.replaces', { name: `**${escapeMarkup(question.replacedName ?? '')}**` });
    }
  });
  const ask = t('link.code.ask', { name: escapeMarkup(question.playerName) });
  const args = encodeArgs(QUESTION, { claim, shown: notices.join(' '), resume: resumeTicket });
  return {
    content: lines(`${ask} ${t('link.code.own')}`, ...noticeTexts, t('pages.confirm.naming')),
    rows: [
      [
        button(t('link.code.connect'), 'link:connect', { style: 'success', args }),
        button(t('link.code.cancel'), 'link:cancel', { args: encodeArgs(PLAYER, { player: playerId }) }),
      ],
    ],
  };
}

/** The buttons of a message that open a page. */
const linkRows = (message: Partial<APIMessage> | undefined): ComponentRow[] => [
  (message?.components ?? []).flatMap((row) =>
    row.type !== ComponentType.ActionRow
      ? []
      : row.components.flatMap((one) =>
          one.type === ComponentType.Button && one.style === ButtonStyle.Link
            ? [{ kind: 'link' as const, label: one.label ?? '', url: one.url }]
            : [],
        ),
  ),
];

/** Why the code was refused, and what to do next. */
function refusedReply(
  { t, mention, message, deviceLinking }: Context & Partial<Pick<ActionInput, 'message'>>,
  refusal: CodeRefusal,
  resumeTicket: string | undefined,
): Reply {
  const page = deviceLinking.pageUrl;
  const again = enterCodeButton(t, resumeTicket);
  const rows = [[{ ...again, style: 'primary' } as const]];
  const vars = { page: `<${page}>`, enter: again.label };
  switch (refusal.refusal) {
    case 'wrong':
      // Keep the buttons for the way by this device's browser.
      return { content: t('link.code.wrong', vars), rows: [...linkRows(message?.raw), ...rows] };
    case 'gone':
      return { content: t('link.code.gone', vars), rows };
    case 'closed':
    case 'closed-to-all': {
      const time = clockTime(refusal.until, 'up');
      const key = refusal.refusal === 'closed' ? 'link.code.closed' : 'link.code.closedToAll';
      return { content: t(key, { time, link: mention('link'), connect: t('link.connect') }) };
    }
  }
}

async function checkCode(context: Context & ActionInput<typeof RESUME, typeof CODE>): Promise<Reply> {
  const { deviceLinking, caller, fields, args } = context;
  const answer = await deviceLinking.check(caller.discordId, fields.code);
  if (answer.outcome === 'question') return questionReply(context, answer.question, args.resume);
  throw new ReplyError(`code-${answer.refusal}`, refusedReply(context, answer, args.resume), {
    inPlace: true,
  });
}

async function connect(context: Context & ActionInput<typeof QUESTION>): Promise<Reply> {
  const { deviceLinking, caller, place, tickets, args } = context;
  const { claim, shown = '', resume: resumeTicket } = args;
  // Before the code is spent: a store failure here changes nothing.
  const resume = await readResume(tickets, resumeTicket);
  const answer = await deviceLinking.confirm(caller.discordId, {
    claim,
    shown: shown.split(' '),
    serverId: place.serverId,
  });
  switch (answer.outcome) {
    case 'linked':
      return welcomeReply({ playerName: answer.playerName, resume }, context);
    case 'question':
      return questionReply(context, answer.question, resumeTicket);
    case 'refused':
      return refusedReply(context, answer, resumeTicket);
  }
}

export default defineCommand({
  name: 'link',
  audience: 'private',
  async run({ self, askToLink, mention, t }) {
    const link = await self.find();
    if (link.state === 'expired') return askToLink('expired');
    if (link.state === 'none') return askToLink({ text: t('link.ask') });
    const name = escapeMarkup(link.account.playerName ?? link.account.playerId);
    return askToLink({ text: t('link.askAgain', { name, unlink: mention('unlink') }) });
  },
  actions: {
    code: form({
      press: 'caller',
      args: RESUME,
      open: ({ args, t }) => ({
        title: t('link.code.title'),
        action: 'link:submit',
        args: encodeArgs(RESUME, args),
        inputs: [
          { name: 'code', label: t('link.code.field'), placeholder: t('link.code.example'), maxLength: 40 },
        ],
      }),
    }),
    // Both count as writes: a wrong code that is delivered twice would count twice.
    submit: action({ press: 'caller', writes: true, args: RESUME, fields: CODE, run: checkCode }),
    connect: action({ press: 'caller', writes: true, args: QUESTION, run: connect }),
    cancel: action({
      press: 'caller',
      args: PLAYER,
      async run({ self, args, mention, t }) {
        const link = await self.find();
        if (link.state !== 'linked' || link.account.playerId !== args.player)
          return { content: t('link.code.cancelled', { link: mention('link') }) };
        // Pressed right after Connect, or for the account that is already linked.
        const { playerId, playerName = playerId } = link.account;
        return { content: t('link.code.cancelledLinked', { name: escapeMarkup(playerName) }) };
      },
    }),
  },
});
