import type { CodeAnswer, CodeQuestion, CodeRefusal, QuestionOutcome } from './link-flow.ts';
import { allShown, consequences, isLinked, waitUntilLinked, type LinkQuestion } from './link-question.ts';
import { createCodeTries } from './code-tries.ts';
import { parseCode, type CodeRecord } from './codes.ts';
import type { DeviceTools } from './device-step.ts';
import { publicAddress } from './public-url.ts';
import { resealTokens, sealContext } from '../accounts/token-records.ts';
import { VaultError } from '../accounts/vault.ts';

/** The link that a question is about. */
interface CodeClaim extends LinkQuestion {
  codeKey: string;
  playerName: string;
  /** When the code expires. */
  expiresAt: number;
}

/** A member's yes to a question. */
interface Acceptance {
  claim: string;
  /** The notices that the question showed. */
  shown: readonly string[];
  /** The server where it was answered, if the bot is in it. */
  serverId?: string | undefined;
}

const GONE: CodeAnswer = { outcome: 'refused', refusal: 'gone' };

export type DeviceLinking = ReturnType<typeof createDeviceLinking>;

/**
 * The Discord side of linking with a code. The browser has proved the platform account, Discord identifies the member who
 * types, and the code connects the two. Nothing distinguishes a member's own code from one that another user passed on: so the
 * page warns against sharing it, the question names the account, and a code expires within minutes.
 */
export function createDeviceLinking(tools: DeviceTools) {
  const { codes, links, storeLink, vault, publicUrl, now, onLink } = tools;
  const tries = createCodeTries(tools);

  // The press returns the claim. It is sealed for the member who sees the question, and contains no code.
  const seal = (claim: CodeClaim) => vault.seal(JSON.stringify(claim), sealContext.claim(claim.discordId));
  const open = (discordId: string, sealed: string) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is sealed for this context
    JSON.parse(vault.open(sealed, sealContext.claim(discordId))) as CodeClaim;

  async function question(discordId: string, codeKey: string, record: CodeRecord): Promise<CodeQuestion> {
    const { playerId, playerName = playerId, expiresAt } = record;
    return {
      claim: seal({ discordId, playerId, playerName, codeKey, expiresAt, since: now() }),
      playerId,
      playerName,
      ...(await consequences(links, { discordId, playerId })),
    };
  }

  async function link(
    { discordId, codeKey }: CodeClaim,
    record: CodeRecord,
    serverId: string | undefined,
  ): Promise<boolean> {
    const contexts = { from: sealContext.code(codeKey), to: sealContext.link(discordId) };
    const tokens = resealTokens(vault, record.tokens, contexts);
    // Of all presses that confirm this code, one gets it. If the store fails after that, the code is spent and nothing is
    // linked: the member needs a new code. A code that is put back could be spent twice.
    if ((await codes.take(codeKey)) === undefined) return false;
    await storeLink(discordId, { ...record, tokens }, serverId);
    return true;
  }

  async function confirm(
    claim: CodeClaim,
    { shown, serverId }: Omit<Acceptance, 'claim'>,
  ): Promise<CodeAnswer> {
    const { discordId, codeKey, playerId, playerName, expiresAt } = claim;
    const record = await codes.find(codeKey);
    if (record !== undefined) {
      // The consequences may have changed since the question: the member has to see them all first.
      const { notices } = await consequences(links, claim);
      if (!allShown(notices, shown))
        return { outcome: 'question', question: await question(discordId, codeKey, record) };
      if (await link(claim, record, serverId)) return { outcome: 'linked', playerId, playerName };
    }
    // The code expired, another user spent it, or another press of this member did, perhaps just now.
    const isDone = await (now() < expiresAt ? waitUntilLinked(tools, claim) : isLinked(links, claim));
    return isDone ? { outcome: 'linked', playerId, playerName } : GONE;
  }

  async function check(discordId: string, input: string): Promise<QuestionOutcome | CodeRefusal> {
    const attempt = await tries.begin(discordId);
    if (!attempt.open) return { outcome: 'refused', refusal: attempt.refusal, until: attempt.until };
    // Malformed text counts as a try too.
    const code = parseCode(input);
    const codeKey = code === undefined ? undefined : codes.keyOf(code);
    const record = codeKey === undefined ? undefined : await codes.find(codeKey);
    if (codeKey === undefined || record === undefined) {
      const { closedUntil: until } = attempt;
      return until === undefined
        ? { outcome: 'refused', refusal: 'wrong' }
        : { outcome: 'refused', refusal: 'closed', until };
    }
    await attempt.forgive();
    return { outcome: 'question', question: await question(discordId, codeKey, record) };
  }

  /** Reports a refusal to the metrics. */
  function reportRefusal<A extends CodeAnswer>(answer: A): A {
    if (answer.outcome === 'refused') onLink?.({ what: 'refused', reason: `code-${answer.refusal}` });
    return answer;
  }

  return {
    /** The page that leads to a code: one address for everybody, bound to no user. */
    pageUrl: publicAddress(publicUrl, '/link/device').href,

    /** Looks a code up without spending it. A wrong one counts against the member. */
    check: async (discordId: string, input: string): Promise<QuestionOutcome | CodeRefusal> =>
      reportRefusal(await check(discordId, input)),

    /** Accepts a question: spends the code and stores the link once. */
    async confirm(discordId: string, { claim, ...accepted }: Acceptance): Promise<CodeAnswer> {
      try {
        return reportRefusal(await confirm(open(discordId, claim), accepted));
      } catch (error) {
        // Another member's claim, or one sealed under a key that was removed.
        if (error instanceof VaultError) return reportRefusal(GONE);
        throw error;
      }
    },
  };
}
