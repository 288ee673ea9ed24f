import type { PageAct } from '../act.ts';
import type { ActOutcome, PageChange, PageState } from '../protocol.ts';

/** Follows the stream; it reconnects after a break and then starts with the whole state. */
export function follow(on: {
  state: (state: PageState) => void;
  change: (change: PageChange) => void;
  broken: (isBroken: boolean) => void;
}): void {
  const source = new EventSource('/events');
  // The page's own server writes these; both sides are built from one description.
  source.addEventListener('state', (event: MessageEvent<string>) => {
    on.broken(false);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    on.state(JSON.parse(event.data) as PageState);
  });
  source.addEventListener('change', (event: MessageEvent<string>) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    on.change(JSON.parse(event.data) as PageChange);
  });
  source.addEventListener('error', () => on.broken(true));
}

async function post(path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the playground answered ${answer.status}`);
  return answer.json();
}

/** Acts as a member; a playground that has ended counts as a refusal. */
export async function perform(act: PageAct): Promise<ActOutcome> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return (await post('/act', act)) as ActOutcome;
  } catch {
    return { kind: 'refused', reason: 'the playground does not answer; is it still running?' };
  }
}

interface Turned {
  shape?: string;
  fault?: string;
  bot?: 'running' | 'stopped';
  language?: { ownerId: string; locale: string };
  organizer?: { playerId: string; is: boolean };
  rank?: { playerId: string; is: string };
}

export const turnSwitches = async (switches: Turned): Promise<void> => {
  await post('/switches', switches);
};

/**
 * Discord's stand-in reads from this cookie who is signed in in this browser. Cookies do not tell ports apart, so it is
 * set here; each tab sets it again before it leaves, since tabs may be different members.
 */
export function signIn(memberId: string): void {
  document.cookie = `stand_in_member=${memberId}; Path=/; SameSite=Lax`;
}
