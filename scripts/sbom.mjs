// node scripts/sbom.mjs: prints a CycloneDX list (SBOM) of the packages that are shipped, for all platforms. It is npm's own, without the
// development packages: `npm sbom --omit dev` also leaves out what production and development packages share.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
const sbom = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }));

/** Development packages and the tools' workspaces are not. */
const isShipped = ({ properties = [] }) =>
  properties.every(({ name }) => !/:(development|private)$/.test(name));
const components = sbom.components.filter(isShipped);
const refs = new Set([sbom.metadata.component, ...components].map((component) => component['bom-ref']));
const dependencies = sbom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));

// npm gives the name of the folder.
const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
const metadata = { ...sbom.metadata, component: { ...sbom.metadata.component, name } };

console.log(JSON.stringify({ ...sbom, metadata, components, dependencies }, null, 2));
