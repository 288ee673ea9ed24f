// node scripts/release-notes.mjs v1.2.3: prints that version's section of CHANGELOG.md. Exits with 1 if the tag is not the version in
// package.json, or the section is missing or empty.
import { readFileSync } from 'node:fs';

function notesOf(tag) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  if (tag !== `v${version}`)
    throw new Error(
      `The tag ${tag ?? '(none)'} doesn't fit package.json, which has ${version}: it has to be v${version}.`,
    );
  const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^(?=## )/m);
  const [, ...lines] = sections.find((section) => section.startsWith(`## [${version}]`))?.split('\n') ?? [];
  const notes = lines.join('\n').trim();
  if (notes === '')
    throw new Error(`CHANGELOG.md says nothing under "## [${version}]". Write there what changes.`);
  return notes;
}

try {
  console.log(notesOf(process.argv[2]));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
