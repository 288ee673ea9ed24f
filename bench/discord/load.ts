import type { Flights } from './flights.ts';
import type { BenchGateway } from './gateway.ts';
import { interactionPayload, interactionToken } from './interaction.ts';
import type { Load, LoadResult } from './questions.ts';
import { createPoster, type Signer, type SignedPost } from './signed-posts.ts';

const LOST_AFTER_MS = 10_000;
const TICK_MS = 4;
const CALLERS = 20_000;

interface Tools {
  gateway: BenchGateway;
  flights: Flights;
  signer: Signer;
  applicationIdOf: (token: string) => string;
}

/** Sends interactions at a pace and counts the answers. One load at a time. */
export function createLoads({ gateway, flights, signer, applicationIdOf }: Tools) {
  let number = 0;

  function next({ token: botToken, asked, callers = CALLERS, absent = false }: Load): {
    token: string;
    body: string;
  } {
    number += 1;
    const one = asked[number % asked.length];
    if (one === undefined) throw new Error('a load asks for nothing');
    const token = interactionToken(number);
    const applicationId = applicationIdOf(botToken);
    const payload = interactionPayload({
      number,
      token,
      applicationId,
      caller: number % callers,
      asked: one,
      absent,
    });
    return { token, body: JSON.stringify(payload) };
  }

  async function overGateway(load: Load): Promise<() => void> {
    const session = await gateway.session(load.token, load.atNextSession);
    return () => {
      const { token, body } = next(load);
      flights.sent(token);
      gateway.dispatch(session, 'INTERACTION_CREATE', body);
    };
  }

  /** Signed before the clock runs: the bot doesn't pay for Discord's signing. */
  function overHttp(load: Load, endpoint: string): { send: () => void; close: () => Promise<void> } {
    const posts: SignedPost[] = Array.from({ length: load.count }, () => {
      const { token, body } = next(load);
      return { token, body, headers: signer.headers(body) };
    });
    const poster = createPoster(endpoint, 'inFlight' in load.pace ? load.pace.inFlight : 64);
    const send = async () => {
      const post = posts.pop();
      if (post === undefined) return;
      flights.sent(post.token);
      const answer = await poster.post(post).catch(() => undefined);
      if (answer !== undefined) flights.answered(post.token, answer);
    };
    return { send: () => void send(), close: poster.close };
  }

  /** Resolves when all that was sent is answered, or nothing came for 10 s. */
  function play({ count, seconds, pace }: Load, send: () => void): Promise<void> {
    return new Promise((resolve) => {
      const began = performance.now();
      let sendCount = 0;
      let answered = 0;
      let heardAt = began;
      const isDone = () => sendCount >= count || performance.now() - began >= seconds * 1000;
      const sendOne = () => {
        if (isDone()) return;
        sendCount += 1;
        send();
      };
      const tick = setInterval(
        () => {
          const now = performance.now();
          if ('perSecond' in pace) {
            for (let due = Math.floor(((now - began) * pace.perSecond) / 1000) - sendCount; due > 0; due--)
              sendOne();
          }
          // At a slow pace the last answer comes before the time is up.
          if ((isDone() && answered === sendCount) || now - heardAt > LOST_AFTER_MS) end();
        },
        'perSecond' in pace ? TICK_MS : 500,
      );
      const end = () => {
        clearInterval(tick);
        resolve();
      };
      flights.begin(() => {
        answered += 1;
        heardAt = performance.now();
        if (answered === sendCount && isDone()) end();
        else if ('inFlight' in pace) sendOne();
      });
      if ('inFlight' in pace) for (let at = 0; at < pace.inFlight; at++) sendOne();
    });
  }

  return async function run(load: Load): Promise<LoadResult> {
    const http = load.endpoint === undefined ? undefined : overHttp(load, load.endpoint);
    const send = http?.send ?? (await overGateway(load));
    const cpu = process.cpuUsage();
    const began = performance.now();
    await play(load, send);
    const seconds = (performance.now() - began) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    await http?.close();
    const { open, ...figures } = flights.figures();
    return { ...figures, lost: open, seconds, driverCpuMs: (user + system) / 1000 };
  };
}
