import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { temporaryFolder } from '../support/temporary-folder.ts';

interface WorkflowStep {
  id?: string;
  uses?: string;
  with?: Record<string, unknown>;
  run?: string;
}
interface Job {
  uses?: string;
  with?: Record<string, unknown>;
  container?: string;
  permissions?: Record<string, string>;
  steps?: WorkflowStep[];
  strategy?: { matrix: { version: number[] } };
}
interface Workflow {
  on: { workflow_call: { inputs?: Record<string, unknown> } };
  env?: Record<string, string>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const FOLDER = '.github/workflows';
const files = readdirSync(FOLDER).map((name) => join(FOLDER, name));
const textOf = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const parseWorkflow = (text: string) => parse(text) as Workflow;
const ci = parseWorkflow(textOf('ci.yml'));
const release = parseWorkflow(textOf('release.yml'));
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps = [] }) => steps);

describe.each(files)('%s', (file) => {
  const text = readFileSync(file, 'utf8');

  it('pins every action by its commit, beside the version', () => {
    const uses = text.match(/(?<=\buses: ).+/g) ?? [];
    expect(uses).not.toEqual([]);
    const isOurs = (one: string) => one.startsWith('./') && existsSync(one);
    for (const one of uses.filter((one) => !isOurs(one)))
      expect(one).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('runs only scripts that exist', () => {
    const runs = stepsOf(parseWorkflow(text)).flatMap(({ run }) => run ?? []);
    const scripts = runs.flatMap((run) => [...run.matchAll(/\bnpm (?:run )?(test|(?<=run )[\w-]+)/g)]);
    for (const [, name] of scripts) expect(packageJson.scripts).toHaveProperty([name ?? '']);
    const programs = runs.flatMap((run) => run.match(/(?<=^(?:node|bash|sh) )\S+/gm) ?? []);
    expect(programs).not.toEqual([]);
    for (const program of programs) expect(existsSync(program), program).toBe(true);
  });

  it('may only read by default, and names no host', () => {
    expect(parseWorkflow(text).permissions).toEqual({ contents: 'read' });
    expect(text).not.toMatch(/\b[\w-]+\.(io|com|dev|net)\b|https?:/);
  });
});

describe('CI', () => {
  it('covers every Node that package.json allows', () => {
    const versions = ci.jobs['node']?.strategy?.matrix.version ?? [];
    expect(packageJson.engines.node).toBe(`>=${versions[0]}.19 <${(versions.at(-1) ?? 0) + 1}`);
    expect(versions).toEqual([20, 22, 24, 26]);
  });

  it('installs the programs that .ci/run installs', () => {
    const packages = (text: string) => /--no-install-recommends (.+)$/m.exec(text)?.[1];
    expect(packages(textOf('ci.yml'))).toBe(packages(readFileSync('.ci/run', 'utf8')));
  });

  it('fetches the commits in which .ci/run looks for changes', () => {
    const back = Number(/COMMITS = (\d+)/.exec(readFileSync('scripts/unchanged.mjs', 'utf8'))?.[1]);
    const [checkout] = ci.jobs['all']?.steps ?? [];
    expect(checkout?.with?.['fetch-depth']).toBeGreaterThan(back);
  });
});

describe('a release', () => {
  it('waits for CI, and alone may write', () => {
    expect(release.jobs['publish']).toMatchObject({ needs: 'ci', permissions: { contents: 'write' } });
    expect(release.jobs['ci']?.uses).toBe('./.github/workflows/ci.yml');
  });

  it('lets CI demand every translation', () => {
    expect(release.jobs['ci']?.with).toEqual({ release: true });
    expect(ci.on.workflow_call.inputs).toEqual({ release: { type: 'boolean' } });
    expect(ci.env).toEqual({ RELEASE: "${{ inputs.release && '1' || '' }}" });
  });

  async function target(image: string, tag = 'v1.2.3') {
    const run = stepsOf(release).find(({ id }) => id === 'target')?.run ?? '';
    const output = join(await temporaryFolder(), 'output');
    writeFileSync(output, '');
    const { PATH = '' } = process.env;
    const env = { PATH, IMAGE: image, TAG: tag, GITHUB_OUTPUT: output };
    const { status, stdout } = spawnSync('bash', ['-e', '-c', run], { env, encoding: 'utf8' });
    return { status, stdout, written: readFileSync(output, 'utf8') };
  }

  it('goes to the registry that the variable names', async () => {
    expect(await target('registry.example:5000/owner/matchpoint')).toMatchObject({
      status: 0,
      written: [
        'registry=registry.example:5000',
        'version=1.2.3',
        'tags=registry.example:5000/owner/matchpoint:1.2.3,registry.example:5000/owner/matchpoint:latest',
        'prerelease=false',
        '',
      ].join('\n'),
    });
  });

  it.each(['', 'matchpoint'])('to "%s" says what is missing', async (image) => {
    const result = await target(image);
    expect(result).toMatchObject({ status: 1, written: '' });
    expect(result.stdout).toContain('Set the variable IMAGE');
  });

  it('that is a candidate never becomes `latest`', async () => {
    const { written } = await target('registry.example/owner/matchpoint', 'v1.2.3-rc.1');
    expect(written).toMatch(/^tags=registry\.example\/owner\/matchpoint:1\.2\.3-rc\.1\nprerelease=true$/m);
    const text = textOf('release.yml');
    expect(text).toContain('tags: ${{ steps.target.outputs.tags }}');
    expect(text).toContain('--prerelease="$PRERELEASE"');
  });
});

it('a published image is built from base images with digests, which are looked up before the token is there', () => {
  const steps = stepsOf(release).map(({ run, uses = '' }) => run ?? uses.split('@')[0]);
  const order = ['docker/setup-buildx-action', 'sh deploy/pin-images.sh', 'docker/login-action'];
  expect(steps.filter((step) => step !== undefined && order.includes(step))).toEqual(order);
});

it('a published image has its list of packages and its origin beside it', () => {
  const build = stepsOf(release).find(({ uses = '' }) => uses.startsWith('docker/build-push-action@'));
  expect(build?.with).toMatchObject({ push: true, sbom: true, provenance: 'mode=max' });
});

it('the SBOM has every package that is shipped, on any platform, and nothing else', () => {
  const { stdout } = spawnSync(process.execPath, ['scripts/sbom.mjs'], { encoding: 'utf8' });
  const { metadata, components, dependencies } = JSON.parse(stdout) as {
    metadata: { component: { name: string; 'bom-ref': string } };
    components: { name: string; version: string; 'bom-ref': string }[];
    dependencies: { ref: string; dependsOn: string[] }[];
  };
  // Also in a folder of another name.
  expect(metadata.component.name).toBe(packageJson.name);
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string; dev?: true; link?: true }>;
  };
  const shipped = Object.entries(packages).filter(
    ([folder, { dev, link }]) => folder.startsWith('node_modules/') && !dev && !link,
  );
  const nameIn = (folder: string) => folder.split('node_modules/').at(-1);
  expect(new Set(components.map(({ name, version }) => `${name} ${version}`))).toEqual(
    new Set(shipped.map(([folder, { version }]) => `${nameIn(folder)} ${version}`)),
  );
  const refs = new Set([metadata.component, ...components].map((one) => one['bom-ref']));
  const references = dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
  expect(references.filter((ref) => !refs.has(ref))).toEqual([]);
});

describe('release notes', () => {
  const SCRIPT = resolve('scripts/release-notes.mjs');
  const CHANGELOG =
    '# Changelog\n\n## [1.2.3] - 2026-01-02\n\n### Fixed\n\n- One thing.\n\n## [1.2.2]\n\n- Older.\n';

  async function notes(tag: string, { changelog = CHANGELOG, version = '1.2.3' } = {}) {
    const cwd = await temporaryFolder();
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ version }));
    writeFileSync(join(cwd, 'CHANGELOG.md'), changelog);
    return spawnSync(process.execPath, [SCRIPT, tag], { cwd, encoding: 'utf8' });
  }

  it('are the section of the tag alone', async () => {
    expect(await notes('v1.2.3')).toMatchObject({ status: 0, stdout: '### Fixed\n\n- One thing.\n' });
    expect(await notes('v1.2.2', { version: '1.2.2' })).toMatchObject({ status: 0, stdout: '- Older.\n' });
  });

  it('are never those of a version that begins the same', async () => {
    const changelog = `## [1.2.30]\n\n- Newer.\n\n${CHANGELOG}`;
    expect(await notes('v1.2.3', { changelog })).toMatchObject({ stdout: '### Fixed\n\n- One thing.\n' });
  });

  it.each([
    ['v1.2.4', {}, 'it has to be v1.2.3'],
    ['1.2.3', {}, 'it has to be v1.2.3'],
    ['v1.2.30', { version: '1.2.30' }, 'says nothing under "## [1.2.30]"'],
    ['v1.2.3', { changelog: '## [1.2.3]\n\n## [1.2.2]\n\n- Older.\n' }, 'says nothing under "## [1.2.3]"'],
  ])('for %s end in a sentence where %o', async (tag, world, sentence) => {
    const run = await notes(tag, world);
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toContain(sentence);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
  });
});
