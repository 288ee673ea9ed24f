import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { checkout } from '../playground/checkout.ts';

const LIBRARIES = [
  'discord.js',
  '@discordjs/core',
  '@discordjs/ws',
  'undici',
  'fastify',
  'keyv',
  'sharp',
  'zod',
  'pino',
];

function versionOf(library: string): string {
  // A package's own description of itself.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const described = JSON.parse(
    readFileSync(join(checkout(), 'node_modules', library, 'package.json'), 'utf8'),
  ) as { version: string };
  return `${library} ${described.version}`;
}

/** Versions, machine and date, for the reader who compares. */
export function surroundingsText({ rounds, at }: { rounds: number; at: Date }): string {
  return [
    `${at.toISOString().slice(0, 10)}, Node ${process.version}, Linux ${release()}, ${availableParallelism()} cores of ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB,`,
    `load ${loadavg()[0]?.toFixed(1)}; ${rounds} rounds, ours and theirs in turn, medians of the rounds' ratios.`,
    `${LIBRARIES.map(versionOf).join(', ')}.`,
  ].join('\n');
}
