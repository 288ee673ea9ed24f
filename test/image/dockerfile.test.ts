import { execFileSync, spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { temporaryFolder } from '../support/temporary-folder.ts';

const text = readFileSync('Dockerfile', 'utf8');
const [build = '', image = ''] = text.split(/^(?=FROM )/m).slice(1);

describe('the Dockerfile', () => {
  it('is well formed', () => {
    expect(validate(text)).toEqual([]);
  });

  it('builds with development packages and ships without them, the tools or the tests', () => {
    expect(build).toContain('npm prune --omit=dev');
    expect(text).not.toMatch(/COPY .*(tools|playground|test|bench)/);
    const copies = image.match(/^COPY .*/gm) ?? [];
    expect(copies.filter((line) => !line.startsWith('COPY --from=build '))).toEqual([]);
    // The assets are the fonts, which pictures are drawn with.
    const shipped = copies.map((line) => line.replace('COPY --from=build /app/', '').split(' ')[0]);
    expect(shipped).toEqual([
      'package.json',
      'node_modules',
      'dist',
      'assets',
      'licenses.txt',
      'deploy/healthy.sh',
    ]);
  });

  it('copies nothing that .dockerignore keeps out', () => {
    const copied = [...build.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, from = '']) => from.split(' '));
    const allowed = new Set(readFileSync('.dockerignore', 'utf8').match(/(?<=^!).+/gm));
    expect(copied.filter((path) => !allowed.has(path))).toEqual([]);
    expect(copied.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('needs nothing of the tools, whose packages are for development alone', () => {
    for (const folder of packageJson.workspaces) {
      const { dependencies, scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        dependencies?: object;
        scripts: object;
      };
      expect(dependencies, folder).toBeUndefined();
      // Nor does `npm ci` run anything in a folder that is not there.
      for (const step of ['preinstall', 'install', 'postinstall', 'prepare'])
        expect(scripts, folder).not.toHaveProperty([step]);
    }
  });

  it('lists the licenses of what is left once development packages are gone', () => {
    const [prune, list] = ['npm prune --omit=dev', 'RUN node scripts/licenses/list.mjs licenses.txt'];
    expect(build.indexOf(list)).toBeGreaterThan(build.indexOf(prune));
  });

  it('is labeled with the version that its builder gives, as the documented command does', () => {
    expect(image).toMatch(/^ARG VERSION=local\nLABEL org\.opencontainers\.image\.title="Matchpoint"/m);
    expect(image).toContain('org.opencontainers.image.version="$VERSION"');
    const [, expression = ''] =
      /--platform linux\/amd64,linux\/arm64 .*--build-arg VERSION="\$\((.+?)\)"/.exec(
        readFileSync('docs/operations.md', 'utf8').replaceAll(/\\\n\s*/g, ''),
      ) ?? [];
    expect(execFileSync('sh', ['-c', expression], { encoding: 'utf8' }).trim()).toBe(packageJson.version);
  });

  it('can be built for arm64: every binary that it is built with is locked for both', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: object };
    const binaries = Object.keys(packages).filter((name) => /linux-x64(-gnu)?$/.test(name));
    expect(binaries).toContain('node_modules/@img/sharp-linux-x64');
    for (const name of binaries) expect(packages).toHaveProperty([name.replace('linux-x64', 'linux-arm64')]);
  });

  it('compiles sqlite3, so that nothing comes in without a hash in the lock file', () => {
    expect(build).toMatch(/npm_config_build_from_source=true[^\n]*\n.*npm_config_nodedir=.*\n +npm ci$/m);
    expect(build).toContain('g++ make python3');
  });

  it('runs without privileges, keeps its data on a volume, and passes signals on', () => {
    expect(image).toMatch(/^USER node$/m);
    expect(image).toMatch(/^VOLUME \/data$/m);
    expect(image).toMatch(/^ENV METRICS_HOST=0\.0\.0\.0$/m);
    expect(image).toMatch(/^ENV STORE_URL=sqlite:\/\/\/data\/matchpoint\.sqlite$/m);
    expect(image).toMatch(/^ENTRYPOINT \["tini", "--"\]$/m);
    expect(image).toMatch(/^CMD \["node", "--enable-source-maps", "dist\/src\/main\.js"\]$/m);
    expect(image).toMatch(/^COPY --from=build \/app\/deploy\/healthy\.sh \/usr\/local\/bin\/healthy$/m);
    expect(image).toContain('CMD ["healthy", "/healthz"]');
  });

  it('is asked for its health by a program that says what the path answers, without Node.js', async () => {
    const answers: Record<string, number> = { '/healthz': 200, '/readyz': 503 };
    const server = createServer((request, response) =>
      response.writeHead(answers[request.url ?? ''] ?? 404).end(),
    );
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const healthy = (...args: string[]) =>
      new Promise<number | null>((done) => {
        const env = { PATH: process.env['PATH'], PORT: String(port) };
        spawn(resolve('deploy/healthy.sh'), args, { env, stdio: 'ignore' }).on('exit', done);
      });
    expect(await Promise.all([healthy(), healthy('/healthz'), healthy('/readyz'), healthy('/x')])).toEqual([
      0, 0, 1, 1,
    ]);
    await new Promise((done) => server.close(done));
    expect(await healthy()).toBe(1);
    expect(readFileSync('deploy/healthy.sh', 'utf8')).not.toMatch(/^[^#]*(node|curl|wget)/m);
  });

  it('compiles what a start loads, as the user who starts it and where that user may write', () => {
    expect(image).toMatch(/chown node:node .*\/var\/cache\/matchpoint$/m);
    expect(image).toMatch(
      /^USER node\n(#.*\n)?ENV NODE_COMPILE_CACHE=\/var\/cache\/matchpoint\nRUN ! node --enable-source-maps dist\/src\/main\.js/m,
    );
  });

  it('has the doctor, the store and the commands by their names', async () => {
    const [step = ''] = /^RUN (for command in [\s\S]*?done)$/m.exec(image)?.slice(1) ?? [];
    const folder = await temporaryFolder();
    execFileSync('sh', ['-c', step.replaceAll('/usr/local/bin', folder)]);
    const entries = { doctor: 'doctor', store: 'store', commands: 'publish' };
    expect(readdirSync(folder).toSorted()).toEqual(Object.keys(entries).toSorted());
    for (const [name, entry] of Object.entries(entries)) {
      const file = join(folder, name);
      expect(readFileSync(file, 'utf8')).toBe(`#!/bin/sh\nexec node /app/dist/src/cli/${entry}.js "$@"\n`);
      expect(existsSync(`src/cli/${entry}.ts`)).toBe(true);
      accessSync(file, constants.X_OK);
    }
  });
});
