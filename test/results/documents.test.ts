import { expect, test } from 'vitest';
import {
  PRESSES,
  ROLES,
  STATES,
  stepOf,
  type ResultPress,
  type ResultState,
} from '../../src/results/rules.ts';

// `npm run docs` updates the file.

const cells = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`;

/** By edge: the presses that lead there, with who makes them. */
function edges(): string[] {
  const byEdge = new Map<string, Map<string, string[]>>();
  for (const state of STATES)
    for (const press of PRESSES)
      for (const role of ROLES) {
        const step = stepOf(state, press, role);
        if ('refused' in step) continue;
        const edge = `${state === 'none' ? '[*]' : state} --> ${step.to}`;
        const presses = byEdge.get(edge) ?? new Map<string, string[]>();
        const label = `${press}${step.writes ? '!' : ''}`;
        presses.set(label, [...(presses.get(label) ?? []), role]);
        byEdge.set(edge, presses);
      }
  return [...byEdge].map(([edge, presses]) => {
    const labels = [...presses].map(
      ([press, roles]) => `${press} (${roles.length === ROLES.length ? 'anyone' : roles.join(', ')})`,
    );
    return `    ${edge}: ${labels.join('<br>')}`;
  });
}

function row(state: ResultState, press: ResultPress): string {
  const steps = ROLES.map((role) => {
    const step = stepOf(state, press, role);
    if ('refused' in step) return step.refused;
    return `**${step.to}**${step.writes ? ', writes' : ''}`;
  });
  return cells([`\`${state}\``, `\`${press}\``, ...steps]);
}

test('docs/results.md shows every state, press and presser', async () => {
  const page = [
    '# Results',
    '',
    '<!-- Generated from src/results/rules.ts by `npm run docs`. -->',
    '',
    'A result is reported by one side of a match and confirmed, questioned or ruled on by others. Only a press writes to the platform,',
    "with the presser's own token; time never does. Organizers have Manage Server or the organizer role. Who plays in a match is never its",
    'organizer: by the id of their platform account, by the Discord id or mark of a claim, whatever account they linked since, or as a',
    'member of a team. If the platform does not show who is in the teams, nobody who may be is one.',
    '',
    '## Policies',
    '',
    'A server chooses in `/settings`, page _Results_:',
    '',
    "- **At once** (default): _Confirm_ writes. The announcement carries _That's wrong_ for the other side and the organizers.",
    "- **Both agree**: the report is a message with _Confirm_ and _That's wrong_ for the other side, whose _Confirm_ writes and turns the",
    '  message into the result. Where the match was called in that channel, the call becomes the result, and the message goes. If the other',
    '  side may not be named there, the organizers are asked too.',
    '- **Leave it to the platform**: _Confirm_ writes, and no one disputes here.',
    '',
    'A report keeps the policy under which it was made.',
    '',
    '## Servers',
    '',
    'A report belongs to the server where it was made: its members, organizers, messages, `/match` and presses know no other, and no',
    'press in one server changes anything in another. What the platform shows is what they share.',
    '',
    'In direct messages, and where the bot is not in the server, one side counts at once, nothing is stored, and nothing is announced; what',
    "the presser's own servers announced of the match is corrected, by no name. What both sides agreed to, or what awaits the other side, in a",
    "server where the presser was seen is not overwritten from there: the answer leads to that server. A server's dispute or ruling binds that",
    'server alone. `/next` lists what awaits a player in any server.',
    '',
    '## What is written when',
    '',
    'Before each write the match is read. If the platform shows another result by now, nothing is written until the presser says so.',
    'What stands already is not written again. A dispute gives the organizers one message with both claims and up to three screenshots;',
    'a ruling takes a reason, edits the announcement and shows before, after, who and why. At the half of the deadline (24 hours, a',
    'setting) the other side is reminded once, and at its end the organizers are notified once.',
    '',
    '## Where a result is shown, and who hears of it',
    '',
    "A report has one home: the server's results channel, else the channel that called the match, else the one that follows its tournament,",
    "else where it is typed, if answers are public there. A press elsewhere moves nothing. The organizers' and the log channel never show a",
    'result for players. What links to a result is sent or edited once the result stands, so that no link leads to a message that goes.',
    '',
    'Of a dispute, a ruling and a result that an organizer enters, the players of both sides who did not press hear once, with the outcome and',
    'a link: mentioned in that channel, by direct message, or not at all, as they chose in `/next`. An organizer whose form was opened before',
    'another one ruled writes nothing with it: they are told what was ruled, and asked whether to change it.',
    '',
    '## States',
    '',
    '- `open`: awaits the other side; the platform does not have it',
    "- `written`: the platform has it by one side's word",
    '- `disputed`: the organizers decide',
    '- `agreed`: both sides stand behind it',
    '- `ruled`: the organizers decided',
    '',
    'A `disputed` or `ruled` match counts as `none` again once the platform shows it open again, or another result; a minute after the last',
    'press at the earliest, since a platform may show late what it has. If a process dies, what it',
    'wrote is looked up on the platform, and whatever was done is told within a minute.',
    '',
    '`!` marks a press that writes to the platform.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...edges(),
    '```',
    '',
    '## Every press',
    '',
    '`report` is a score that counts at once, `propose` one that the other side has to confirm. `confirm` agrees to the other side,',
    "`dispute` gives another score. `rule` and `leave` are the organizers'. What is not bold is why the press does nothing. A result",
    'that the platform shows and no one reported here has no `reporter`: each of its players is an `opponent`.',
    '',
    cells(['state', 'press', ...ROLES]),
    cells(Array<string>(ROLES.length + 2).fill('---')),
    ...STATES.flatMap((state) => PRESSES.map((press) => row(state, press))),
    '',
    '## How long records live',
    '',
    'A report and the record of its message live 30 days. The mark of a write under way ends after a minute. When members unlink, their',
    "claims stay with the platform's ids and a keyed hash of match and member, by which they are known again if they come back.",
    '',
  ];
  await expect(page.join('\n')).toMatchFileSnapshot('../../docs/results.md');
});
