import { spreadOf, type Spread } from '../measure/spread.ts';

interface Flight {
  sentAt: number;
  firstAt?: number;
}

export interface Flights {
  sent(token: string): void;
  /** Something came for this interaction; `final` is what the member is left with, `plain` one without an embed. */
  answered(token: string, answer: { final: boolean; plain: boolean }): void;
  /** Starts counting again; `onFinal` is called for each final answer. */
  begin(onFinal: () => void): void;
  figures(): { answers: number; plain: number; open: number; firstMs: Spread; finalMs: Spread };
}

/** Which interactions are on their way, and how long the answered ones took. `now` in milliseconds. */
export function createFlights(now: () => number): Flights {
  const flights = new Map<string, Flight>();
  let firstMs: number[] = [];
  let finalMs: number[] = [];
  let plain = 0;
  let notify: () => void = () => undefined;
  return {
    sent(token) {
      flights.set(token, { sentAt: now() });
    },
    answered(token, answer) {
      const flight = flights.get(token);
      // Of an earlier load, or answered twice.
      if (flight === undefined) return;
      const at = now();
      flight.firstAt ??= at;
      if (!answer.final) return;
      flights.delete(token);
      firstMs.push(flight.firstAt - flight.sentAt);
      finalMs.push(at - flight.sentAt);
      if (answer.plain) plain += 1;
      notify();
    },
    begin(onFinal) {
      flights.clear();
      firstMs = [];
      finalMs = [];
      plain = 0;
      notify = onFinal;
    },
    figures: () => ({
      answers: finalMs.length,
      plain,
      open: flights.size,
      firstMs: spreadOf(firstMs),
      finalMs: spreadOf(finalMs),
    }),
  };
}
