import {
  action,
  defineCommand,
  type ActionInput,
  type CodeQuestion,
  type CodeRefusal,
  type Context,
} from '../src/bot/command.ts';
import { enterCodeButton, readResume, welcomeReply } from '../src/bot/linking-replies.ts';
import { lines } from '../src/replies/format.ts';
import { clockTime } from '../src/words/clock.ts';
import { escapeMarkup } from '../src/words/plain.ts';
import { button, ReplyError, type Reply } from '../src/words/reply.ts';

/** Which account a code would connect, and what ends with it. What is shown here comes back with the yes. */
function questionReply({ t }: Context, question: CodeQuestion, resumeTicket: string | undefined): Reply {
  const { claim, playerId, notices } = question;
  const shown = notices.map((notice) => {
    switch (notice) {
      case 'moves':
        return t('pages.confirm.moves');
      case 'replaces':
        return t('pages.confirm.replaces', { name: `**${escapeMarkup(question.replacedName ?? '')}**` });
    }
  });
  const ask = t('link.code.ask', { name: escapeMarkup(question.playerName) });
  const args = [claim, notices.join(' '), ...(resumeTicket === undefined ? [] : [resumeTicket])];
  return {
    content: lines(ask, ...shown, t('pages.confirm.naming'), t('link.code.own')),
    rows: [
      [
        button(t('link.code.connect'), 'link:connect', { style: 'success', args }),
        button(t('link.code.cancel'), 'link:cancel', { args: [playerId] }),
      ],
    ],
  };
}

/** Why nothing was connected, with the way on. */
function refusedReply(
  { t, mention, deviceLinking }: Context,
  refused: CodeRefusal,
  resumeTicket: string | undefined,
): Reply {
  const page = deviceLinking.pageUrl;
  const again = enterCodeButton(t, resumeTicket);
  const rows = [[{ ...again, style: 'primary' } as const]];
  const vars = { page: `<${page}>`, enter: again.label };
  switch (refused.refusal) {
    case 'wrong':
      return { content: t('link.code.wrong', vars), rows };
    case 'gone':
      return { content: t('link.code.gone', vars), rows };
    case 'closed':
    case 'closed-to-all': {
      const time = clockTime(refused.until, 'up');
      const key = refused.refusal === 'closed' ? 'link.code.closed' : 'link.code.closedToAll';
      return { content: t(key, { time, link: mention('link'), connect: t('link.connect') }) };
    }
  }
}

async function checkCode(context: Context & ActionInput): Promise<Reply> {
  const { deviceLinking, caller, fields, args } = context;
  const checked = await deviceLinking.check(caller.discordId, fields['code'] ?? '');
  if (checked.outcome === 'question') return questionReply(context, checked.question, args[0]);
  throw new ReplyError(`code-${checked.refusal}`, refusedReply(context, checked, args[0]));
}

async function connect(context: Context & ActionInput): Promise<Reply> {
  const { deviceLinking, caller, place, tickets, args } = context;
  const [claim = '', shown = '', resumeTicket] = args;
  // Before the code is spent: a store that fails here leaves everything as it was.
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
    const found = await self.find();
    if (found.state === 'expired') return askToLink('expired');
    if (found.state === 'none') return askToLink({ text: t('link.ask') });
    const name = escapeMarkup(found.account.playerName ?? found.account.playerId);
    return askToLink({ text: t('link.askAgain', { name, unlink: mention('unlink') }) });
  },
  actions: {
    code: {
      press: 'caller',
      answers: 'modal',
      open: ({ args, t }) => ({
        title: t('link.code.title'),
        action: 'link:submit',
        args,
        inputs: [
          { name: 'code', label: t('link.code.field'), placeholder: t('link.code.example'), maxLength: 40 },
        ],
      }),
    },
    // Both count as writes: delivered twice, a wrong code would count twice.
    submit: action({ press: 'caller', writes: true, run: checkCode }),
    connect: action({ press: 'caller', writes: true, run: connect }),
    cancel: action({
      press: 'caller',
      async run({ self, args, mention, t }) {
        const found = await self.find();
        if (found.state !== 'linked' || found.account.playerId !== args[0])
          return { content: t('link.code.cancelled', { link: mention('link') }) };
        // Pressed right after Connect, or about the account that is linked already.
        const { playerId, playerName = playerId } = found.account;
        return { content: t('link.code.cancelledLinked', { name: escapeMarkup(playerName) }) };
      },
    }),
  },
});
