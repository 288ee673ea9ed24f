import type { CodeAnswer, CodeAsks, CodeQuestion, CodeRefusal } from './link-flow.ts';
import { allShown, consequences, isLinked, isLinkedMeanwhile, type LinkQuestion } from './link-question.ts';
import type { CodeTries } from './code-tries.ts';
import { parseCode, type CodeRecord, type Codes } from './codes.ts';
import type { LinkTools } from './links.ts';
import { publicAddress } from './public-url.ts';
import { resealTokens, sealContext } from './token-records.ts';
import { VaultError } from './vault.ts';

interface DeviceLinkingDeps extends LinkTools {
  codes: Codes;
  tries: CodeTries;
  publicUrl: URL;
}

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
 * code ties the two. What it cannot tell is a member's own code from one that somebody gave them, or got from them: so
 * the page says to give it to nobody, the question names the account, and a code is short-lived.
 */
export function createDeviceLinking(deps: DeviceLinkingDeps) {
  const { codes, tries, links, vault, publicUrl, now, onLink } = deps;

  // The claim comes back with the press. Sealed for the one who was asked, it is nobody else's, and it names no code.
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
    // Of all who hold this code and said yes, one goes on. A store that fails from here on leaves the code spent and
    // nothing linked: a new code mends that, while a code put back could be had twice.
    if ((await codes.take(codeKey)) === undefined) return false;
    await links.store(discordId, { ...record, tokens });
    return true;
  }

  async function confirm(claim: Claim, shown: readonly string[]): Promise<CodeAnswer> {
    const { discordId, codeKey, playerId, playerName, expiresAt } = claim;
    const record = await codes.find(codeKey);
    if (record !== undefined) {
      // The player may have got an owner since the question. Nobody takes a link away without having seen that.
      const { notices } = await consequences(links, claim);
      if (!allShown(notices, shown))
        return { outcome: 'asks', question: await question(discordId, codeKey, record) };
      if (await link(claim, record)) return { outcome: 'linked', playerId, playerName };
    }
    // Spent by this member's other press, perhaps a moment ago; or by somebody else; or too old.
    const other = now() < expiresAt ? isLinkedMeanwhile(deps, claim) : isLinked(links, claim);
    return (await other) ? { outcome: 'linked', playerId, playerName } : GONE;
  }

  async function check(discordId: string, typed: string): Promise<CodeAsks | CodeRefusal> {
    const attempt = await tries.begin(discordId);
    if (!attempt.open) {
      const refusal = attempt.closedTo === 'all' ? 'closed-to-all' : 'closed';
      return { outcome: 'refused', refusal, until: attempt.until };
    }
    // What is no code at all counts as well: who hammers at this door is stopped, whatever they type.
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
    /** The page that leads to a code. It is the same for everybody and binds nothing. */
    pageUrl: publicAddress(publicUrl, '/link/device').href,

    /** Looks a typed code up, without spending it. A code that is none counts against the member. */
    check: async (discordId: string, typed: string): Promise<CodeAsks | CodeRefusal> =>
      counted(await check(discordId, typed)),

    /** The yes to a question: spends the code and stores the link, once, whoever else holds the code. */
    async confirm(
      discordId: string,
      { claim, shown }: { claim: string; shown: readonly string[] },
    ): Promise<CodeAnswer> {
      try {
        return counted(await confirm(open(discordId, claim), shown));
      } catch (error) {
        // Another member's claim, or one sealed under a key that is gone since.
        if (error instanceof VaultError) return counted(GONE);
        throw error;
      }
    },
  };
}
