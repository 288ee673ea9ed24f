import { expect } from 'vitest';
import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import { drawMessage } from '../../playground/tour/draw.ts';

/** All that a member reads in a message, drawn as Discord's app does, in one line. */
const readable = (message: ChatMessage): string =>
  drawMessage(message, { now: Date.now, memberName: () => 'somebody' })
    .join(' ')
    .replaceAll(/[\s┃]+/g, ' ')
    .trim();

/** What no member should ever read: missing values, and a program's own words. */
const RAW = /undefined|\bnull\b|\bNaN\b|\[object|\{\{|Error:|ECONN|UND_ERR|\bat .*\.js:\d+/;

interface ReadMatchers {
  /** All these, and nothing that no member should ever read. */
  toRead(...says: (string | RegExp)[]): void;
  /** The same, in a message that this member alone sees. */
  toReadAlone(memberId: string, ...says: (string | RegExp)[]): void;
}

declare module 'vitest' {
  // Its type parameter has to be there for the two declarations to become one.
  interface Matchers<T> extends ReadMatchers {}
}

function check(message: ChatMessage, says: readonly (string | RegExp)[], seenBy?: string) {
  const text = readable(message);
  const raw = RAW.exec(text)?.[0];
  const missing = says.filter((one) => (typeof one === 'string' ? !text.includes(one) : !one.test(text)));
  const faults = [
    raw === undefined ? '' : `it says ${raw}`,
    missing.length === 0 ? '' : `it does not say ${missing.join(' or ')}`,
    seenBy === undefined || message.visibleTo === seenBy ? '' : 'it is not private',
  ].filter((fault) => fault !== '');
  return { pass: faults.length === 0, message: () => `${faults.join(', ')}: ${text}` };
}

expect.extend({
  toRead: (message: ChatMessage, ...says: (string | RegExp)[]) => check(message, says),
  toReadAlone: (message: ChatMessage, memberId: string, ...says: (string | RegExp)[]) =>
    check(message, says, memberId),
});
