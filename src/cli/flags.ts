import { parseArgs, type ParseArgsConfig } from 'node:util';

type FlagOptions = NonNullable<ParseArgsConfig['options']>;

/** What an entry point prints instead of running, and its exit code. */
export interface UsageExit {
  text: string;
  code: 0 | 1;
}

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/** Parses an entry point's flags and arguments. Returns the usage for `--help`, or for an unknown flag or argument. */
export function parseFlags<const O extends FlagOptions, const P extends boolean = false>(
  args: readonly string[],
  { usage, options, allowPositionals }: { usage: string; options: O; allowPositionals?: P },
) {
  try {
    const parsed = parseArgs({
      args: [...args],
      options: { ...options, ...HELP },
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- absent is false
      allowPositionals: (allowPositionals ?? false) as P,
    });
    const { help } = parsed.values as { help?: boolean };
    return help === true ? { exit: { text: usage, code: 0 } satisfies UsageExit } : parsed;
  } catch (error) {
    // Node's first sentence names the argument; the rest is advice for developers.
    const [fault = ''] = error instanceof Error ? error.message.split('. ') : [];
    return { exit: { text: `${fault}.\n\n${usage}`, code: 1 } satisfies UsageExit };
  }
}

/** The flags of this process; prints the usage and exits if they are wrong. */
export function flagsOrExit<const O extends FlagOptions, const P extends boolean = false>(entry: {
  usage: string;
  options: O;
  allowPositionals?: P;
}) {
  const result = parseFlags(process.argv.slice(2), entry);
  if ('exit' in result) return exitWith(result.exit);
  return result;
}

export function exitWith({ text, code }: UsageExit): never {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exit(code);
}
