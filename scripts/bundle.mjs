// Bundles the bot and its commands with their packages: a start opens a dozen files in place of eleven hundred.
import { readFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { build } from 'esbuild';

const PROGRAMS = ['src/main.ts', 'src/cli/doctor.ts', 'src/cli/publish.ts', 'src/cli/store.ts'];
/** What several programs share, or one of them loads on demand. */
const SHARED = 'src/shared';
/** They load binaries that lie beside their code. */
const NATIVE = ['sharp', 'sqlite3'];

/** For packages that are no ES modules and require Node.js' own. */
const REQUIRE =
  "import { createRequire as createRequireOfNode } from 'node:module'; const require = createRequireOfNode(import.meta.url);";

/**
 * One letter beyond Latin-1 makes V8 keep a whole file in two bytes a letter; esbuild escapes what stands in texts, not in patterns. And
 * zod's object `z` brings all that it has, fifty languages with it, where its namespace brings what is used.
 */
const leanSources = {
  name: 'lean-sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const escape = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
      const source = readFileSync(path, 'utf8').replace(
        "import { z } from 'zod'",
        "import * as z from 'zod'",
      );
      // In these an escape would mean something else.
      if (/\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f`]/.test(source)) return { contents: source, loader: 'ts' };
      return { contents: source.replace(/[^\0-\x7f]/g, escape), loader: 'ts' };
    });
  },
};

/** The emitter of @discordjs brings an `inspect` for browsers, which takes a twentieth of the start: here it is Node.js' own. */
const nodesInspect = {
  name: 'nodes-inspect',
  setup({ onLoad }) {
    onLoad({ filter: /async_event_emitter[/\\]dist[/\\]index\.mjs$/ }, ({ path }) => {
      const [before, rest] = readFileSync(path, 'utf8').split(
        '// node_modules/node-inspect-extracted/dist/inspect.js\n',
      );
      const [, after] = (rest ?? '').split(
        '// node_modules/node-inspect-extracted/index.mjs\nvar import_inspect = __toESM(require_inspect(), 1);\n',
      );
      if (after === undefined) throw new Error(`${path} brings another inspect`);
      return {
        contents: `import * as nodeUtil from 'node:util';\n${before}var import_inspect = { default: nodeUtil };\n${after}`,
      };
    });
  },
};

/** V8 reads JSON in a string faster than the same as code. */
const wordsAsJson = {
  name: 'words-as-json',
  setup({ onLoad }) {
    onLoad({ filter: /\/words\/.*\.json$/ }, ({ path }) => {
      const json = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
      return { contents: `export default JSON.parse(${JSON.stringify(json)})` };
    });
  },
};

/**
 * The map as far as stacks need it: each line of ours, and of a package the file alone. Node.js reads the maps when the first error is
 * logged, in the event loop, and a whole one takes 0.1 s of it.
 */
function thinned(text) {
  const map = JSON.parse(text);
  const isOurs = map.sources.map((source) => source.endsWith('.ts') && !source.includes('node_modules/'));
  let before = '';
  const isNews = ([, source, line]) => {
    const place = isOurs[source] ? `${source}:${line}` : `${source}`;
    const same = place === before;
    before = place;
    return !same;
  };
  const lines = decode(map.mappings).map((segments) => segments.filter(isNews));
  const mappings = lines.map((segments) =>
    segments.map(([at, source, line]) => [at, source, isOurs[source] ? line : 0, 0]),
  );
  return JSON.stringify({ ...map, names: [], mappings: encode(mappings) });
}

/** Into dist, each program in the place of its source; false if a source is refused. */
export async function bundle(besides) {
  const { outputFiles } = await build({
    entryPoints: [...PROGRAMS, ...besides],
    outbase: '.',
    outdir: 'dist',
    chunkNames: `${SHARED}/[name]-[hash]`,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: NATIVE,
    plugins: [leanSources, wordsAsJson, nodesInspect],
    banner: { js: REQUIRE },
    sourcemap: true,
    sourcesContent: false,
    // Names stay, for stacks; an error that nobody catches is printed with its line of code.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 500,
    write: false,
    logLevel: 'warning',
  }).catch(() => ({}));
  // It has said why.
  if (outputFiles === undefined) return false;
  rmSync(`dist/${SHARED}`, { recursive: true, force: true });
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, path.endsWith('.map') ? thinned(text) : text);
  }
  return true;
}
