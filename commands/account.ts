import type { APIEmbed } from 'discord-api-types/v10';
import type { ActionInput, None } from '../src/bot/command.ts';
import { action, defineCommand, form, type Context, type LinkedContext } from './shared/define.ts';
import { platformFailure } from '../src/bot/failures.ts';
import type { Me } from '../src/reading/records.ts';
import type { WriteResult } from '../src/platform/write-result.ts';
import { present } from '../src/present.ts';
import { lines } from '../src/replies/format.ts';
import { accountEmbed, shownProfile, typedEmbed, typedProfile } from '../src/replies/account.ts';
import { encodeArgs } from '../src/message/custom-id.ts';
import { button, runButton, type ActionButton, type Reply } from '../src/message/reply.ts';
import { sha256 } from '../src/sha256.ts';

/** `player`: the mark of the account that was shown. */
const SHOWN = { player: 'text!' } as const;

/** Short enough for the custom id of a form, whatever the platform's ids are. */
const markOf = ({ account }: LinkedContext): string => sha256(account.playerId, 12);

const editButton = (context: LinkedContext): ActionButton =>
  button(context.t('account.edit'), 'account:edit', {
    style: 'primary',
    args: encodeArgs(SHOWN, { player: markOf(context) }),
  });

const changedReply = ({ mention, t }: Context): Reply => ({
  content: t('account.changed', { account: mention('account') }),
});

async function profileReply(
  me: Me,
  context: LinkedContext,
  { content, typed }: { content?: string; typed?: APIEmbed | undefined } = {},
): Promise<Reply> {
  const { caller, linkedRoles, t } = context;
  const shown = await linkedRoles?.state(caller.discordId);
  const text = lines(content, shown && t(`linkedRoles.state.${shown}`));
  const showRow =
    linkedRoles === undefined
      ? []
      : shown === 'on'
        ? [button(t('linkedRoles.stop'), 'account:hideRoles')]
        : [{ kind: 'link' as const, label: t('linkedRoles.show'), url: linkedRoles.url }];
  return {
    ...present({ content: text || undefined }),
    embeds: [accountEmbed(me, t), ...(typed === undefined ? [] : [typed])],
    rows: [[editButton(context), runButton(t('account.unlink'), 'unlink'), ...showRow]],
  };
}

const PROFILE = { name: 'text', avatar: 'text' } as const;

const currentProfile = ({ message }: Pick<ActionInput, 'message'>) => shownProfile(message?.raw.embeds?.[0]);

/** What the form changed compared to the message. Only changes are sent. */
function changesOf(input: Pick<ActionInput<None, typeof PROFILE>, 'fields' | 'message'>): {
  name?: string;
  avatarUrl?: string;
} {
  const before = currentProfile(input);
  const name = input.fields.name.trim();
  const avatarUrl = input.fields.avatar.trim();
  return present({
    name: name === '' || name === before.name ? undefined : name,
    avatarUrl: avatarUrl === '' || avatarUrl === before.avatarUrl ? undefined : avatarUrl,
  });
}

type Changes = ReturnType<typeof changesOf>;

/** Whether the platform took another name and still shows the one before. The URL of a picture may stay the same. */
const showsBefore = (context: Pick<ActionInput, 'message'>, changes: Changes, now: Me | undefined): boolean =>
  changes.name !== undefined && now?.name === currentProfile(context).name;

function savedText(
  context: Context & Pick<ActionInput, 'message'>,
  changes: Changes,
  result: WriteResult<Me>,
): string {
  const { mention, t } = context;
  switch (result.outcome) {
    case 'done':
      return t(showsBefore(context, changes, result.now) ? 'account.differs' : 'account.saved');
    case 'refused':
      return `${t('account.refused')}\n${platformFailure(result.failure, context)}`;
    case 'unknown':
      return t('account.lost', { account: mention('account') });
  }
}

export default defineCommand({
  name: 'account',
  audience: 'private',
  needs: 'account',
  run: async (context) => profileReply(await context.account.platform.me(), context),
  actions: {
    edit: form({
      press: 'caller',
      args: SHOWN,
      needs: 'account',
      guard: {
        admits: (context) => context.args.player === markOf(context),
        otherwise: (context) => Promise.resolve(changedReply(context)),
      },
      open(context) {
        const { t } = context;
        // The refused input is offered again.
        const { name, avatarUrl } = typedProfile(context.message?.raw.embeds?.[1]) ?? currentProfile(context);
        return {
          title: t('account.editTitle'),
          action: 'account:save',
          args: encodeArgs(SHOWN, context.args),
          inputs: [
            { name: 'name', label: t('account.name'), value: name, maxLength: 100 },
            {
              name: 'avatar',
              label: t('account.avatar'),
              value: avatarUrl,
              placeholder: 'https://',
              required: false,
              maxLength: 2000,
            },
          ],
        };
      },
    }),
    hideRoles: action({
      press: 'caller',
      needs: 'account',
      writes: true,
      async run(context) {
        const { account, caller, linkedRoles, t } = context;
        await linkedRoles?.stop(caller.discordId);
        const content = t('linkedRoles.stopped');
        const me = await account.platform.me().catch(() => undefined);
        if (me !== undefined) return profileReply(me, context, { content });
        // It has stopped, whether the platform answers or not.
        return {
          content,
          embeds: [],
          rows: [[editButton(context)]],
        };
      },
    }),
    save: action({
      press: 'caller',
      needs: 'account',
      writes: true,
      args: SHOWN,
      fields: PROFILE,
      async run(context) {
        const { account, t } = context;
        // The account may have changed since the form was opened.
        if (context.args.player !== markOf(context)) return changedReply(context);
        const changes = changesOf(context);
        if (Object.keys(changes).length === 0) {
          return profileReply(await account.platform.me(), context, { content: t('account.unchanged') });
        }
        const result = await account.platform.updateMe(changes);
        // The message shows what the platform has now, not what was sent.
        const now = result.now ?? (await account.platform.me().catch(() => undefined));
        const text = savedText(context, changes, result);
        const { name, avatar } = context.fields;
        const typed =
          result.outcome === 'refused'
            ? typedEmbed({ name: name.trim(), avatarUrl: avatar.trim() }, t)
            : undefined;
        if (now !== undefined) return profileReply(now, context, { content: text, typed });
        return {
          content: text,
          embeds: context.message?.raw.embeds ?? [],
          rows: [[editButton(context)]],
        };
      },
    }),
  },
});
