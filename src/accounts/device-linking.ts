import type { CodeAnswer, CodeAsks, CodeQuestion, CodeRefusal } from './link-flow.ts';
import { allShown, consequences, isLinked, isLinkedMeanwhile, type LinkQuestion } from './link-question.ts';
import { createCodeTries } from './code-tries.ts';
import { parseCode, type CodeRecord } from './codes.ts';
import type { DeviceTools } from './device-step.ts';
import { publicAddress } from './public-url.ts';
import { resealTokens, sealContext } from './token-records.ts';
import { VaultError } from './vault.ts';

/** What a question was about. */
interface Claim extends LinkQuestion {
  codeKey: string;
  playerName: string;
  /** Of the code. */
  expiresAt: number;
}

const GONE: CodeAnswer = { outcome: 'refused', refusal: 'gone' };

export type DeviceLinking = ReturnType<typeof createDeviceLinking>;

/**
 * The Discord side of linking with a code. The browser has proved the platform account, Discord says who types, and the
 * code connects the two. It cannot tell a member's own code from one that was passed on: so the page says to give it to
 * nobody, the question names the account, and a code lives for minutes.
 */
export function createDeviceLinking(tools: DeviceTools) {
  const { codes, links, vault, publicUrl, now, onLink } = tools;
  const tries = createCodeTries(tools);

  // The claim comes back with the press. It is sealed for the member who was asked, and holds no code.
  const seal = (claim: Claim) => vault.seal(JSON.stringify(claim), sealContext.claim(claim.discordId));
  const open = (discordId: string, sealed: string) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is sealed for this context
    JSON.parse(vault.open(sealed, sealContext.claim(discordId))) as Claim;

  async function question(discordId: string, codeKey: string, record: CodeRecord): Promise<CodeQuestion> {
    const { playerId, playerName = playerId, expiresAt } = record;
    return {
      claim: seal({ discordId, playerId, playerName, codeKey, expiresAt, since: now() }),
      playerId,
      playerName,
      ...(await consequences(links, { discordId, playerId })),
    };
  }

  async function link({ discordId, codeKey }: Claim, record: CodeRecord): Promise<boolean> {
    const contexts = { from: sealContext.code(codeKey), to: sealContext.link(discordId) };
    const tokens = resealTokens(vault, record.tokens, contexts);
    // Of all who have this code and said yes, one goes on. If the store fails from here on, the code is spent and nothing
    // is linked: the member gets a new code, while a code put back could be spent twice.
    if ((await codes.take(codeKey)) === undefined) return false;
    await links.store(discordId, { ...record, tokens });
    return true;
  }

  async function confirm(claim: Claim, shown: readonly string[]): Promise<CodeAnswer> {
    const { discordId, codeKey, playerId, playerName, expiresAt } = claim;
    const record = await codes.find(codeKey);
    if (record !== undefined) {
      // The player may have got an owner since the question: nobody ends a link without having seen that.
      const { notices } = await consequences(links, claim);
      if (!allShown(notices, shown))
        return { outcome: 'asks', question: await question(discordId, codeKey, record) };
      if (await link(claim, record)) return { outcome: 'linked', playerId, playerName };
    }
    // Spent by another press of this member, perhaps just now; or by somebody else; or too old.
    const other = now() < expiresAt ? isLinkedMeanwhile(tools, claim) : isLinked(links, claim);
    return (await other) ? { outcome: 'linked', playerId, playerName } : GONE;
  }

  async function check(discordId: string, typed: string): Promise<CodeAsks | CodeRefusal> {
    const attempt = await tries.begin(discordId);
    if (!attempt.open) return { outcome: 'refused', refusal: attempt.refusal, until: attempt.until };
    // Text that cannot be a code counts too: whoever keeps trying is stopped, whatever they type.
    const code = parseCode(typed);
    const codeKey = code === undefined ? undefined : codes.keyOf(code);
    const record = codeKey === undefined ? undefined : await codes.find(codeKey);
    if (codeKey === undefined || record === undefined) {
      const { closedUntil: until } = attempt;
      return until === undefined
        ? { outcome: 'refused', refusal: 'wrong' }
        : { outcome: 'refused', refusal: 'closed', until };
    }
    await attempt.forgive();
    return { outcome: 'asks', question: await question(discordId, codeKey, record) };
  }

  /** Reports a code that led nowhere. */
  function counted<A extends CodeAnswer>(answer: A): A {
    if (answer.outcome === 'refused') onLink?.({ what: 'refused', reason: `code-${answer.refusal}` });
    return answer;
  }

  return {
    /** The page that leads to a code: the same for everybody, bound to nobody. */
    pageUrl: publicAddress(publicUrl, '/link/device').href,

    /** Looks a typed code up without spending it. A wrong one counts against the member. */
    check: async (discordId: string, typed: string): Promise<CodeAsks | CodeRefusal> =>
      counted(await check(discordId, typed)),

    /** The yes to a question: spends the code and stores the link, once. */
    async confirm(
      discordId: string,
      { claim, shown }: { claim: string; shown: readonly string[] },
    ): Promise<CodeAnswer> {
      try {
        return counted(await confirm(open(discordId, claim), shown));
      } catch (error) {
        // Another member's claim, or one sealed under a key that was removed.
        if (error instanceof VaultError) return counted(GONE);
        throw error;
      }
    },
  };
}
