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
    'One side of a match reports a result; others confirm, dispute or rule on it. Only a press writes to the platform, with the',
    "presser's own token; time never does. Organizers have Manage Server or the organizer role. A player of a match is never its",
    'organizer. The bot knows players by their platform account, by the Discord id or keyed hash of a claim (also after they link another',
    'account), and by their team. If the platform does not show who is in the teams, no member who could be in one is an organizer.',
    '',
    '## Policies',
    '',
    'A server chooses in `/settings`, page _Results_:',
    '',
    "- **At once** (default): _Confirm_ writes. The result post has _That's wrong_ for the other side and the organizers.",
    "- **Both agree**: the report is a message with _Confirm_ and _That's wrong_ for the other side, whose _Confirm_ writes and turns the",
    '  message into the result post. Where the match was called in that channel, the call becomes the result post, and the message is deleted.',
    '  If the other side may not be named there, the organizers are asked too.',
    '- **Leave it to the platform**: _Confirm_ writes, and no one disputes here.',
    '',
    'A report keeps the policy under which it was made.',
    '',
    '## Servers',
    '',
    'A report belongs to the server where it was made: its members, organizers, messages, `/match` and presses use no other report, and no',
    'press in one server changes anything in another. Servers share only what the platform shows.',
    '',
    'Where no channel of a server follows the tournament, the bot compares the result post with the platform for seven days after the report, first',
    'after ten minutes, then at growing intervals. A result that the platform changed or withdrew is corrected in the post.',
    '',
    'In direct messages, and in servers without the bot, one side counts at once, nothing is stored, and nothing is posted; existing result',
    "posts in the presser's servers are corrected without a name. A result that both sides agreed to, or that waits for the other side, in a",
    'server where the presser was seen is not overwritten from there: the answer links to that server. A dispute or ruling binds only its own',
    'server. `/next` lists what waits for a player in any server.',
    '',
    '## What is written when',
    '',
    'The bot reads the match before each write. If the platform now shows another result, it writes nothing until the presser confirms.',
    "It never writes a result that the platform already has. _That's wrong_ with the result's own score disputes nothing, and with the",
    "other side's score it asks the presser to confirm that. A dispute gives the organizers one message with both claims and up to three",
    'screenshots; a ruling takes a reason, edits the result post and shows before, after, who and why. Halfway to the deadline (24 hours,',
    "a setting) the other side is reminded once; at the deadline the organizers are notified once. Time in which the platform can't be",
    'read does not count.',
    '',
    '## Where a result is shown, and who is notified',
    '',
    "A report has one home: the server's results channel, else the channel that called the match, else the one that follows its tournament,",
    "else where it is typed, if answers are public there. A press elsewhere doesn't move it. The organizers' channel and the log channel never",
    'get a result post. Messages that link to a result post are sent or edited after it, so that no link leads to a deleted message.',
    '',
    'When a result is disputed, ruled on or entered by an organizer, the players of both sides who did not press get one notice with the',
    'outcome and a link: a mention in that channel, a direct message, or nothing, as they chose in `/next`. If another organizer ruled while',
    'a form was open, the form writes nothing: it shows that ruling and asks whether to change it.',
    '',
    '## States',
    '',
    '- `open`: awaits the other side; the platform does not have it',
    "- `written`: the platform has it by one side's word",
    '- `disputed`: the organizers decide',
    '- `agreed`: both sides stand behind it',
    '- `ruled`: the organizers decided',
    '',
    'A `disputed` or `ruled` match counts as `none` again once the platform shows it as open, or with another result, but not within a minute',
    'of the last press, since a platform may show a change late. If a process dies, the owner looks up on the platform what was written',
    'and posts the result within a minute.',
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
    '`dispute` gives another score. `rule` and `leave` are for organizers. A cell without bold says why the press does nothing. A result',
    'that the platform shows and no one reported here has no `reporter`: each of its players is an `opponent`.',
    '',
    cells(['state', 'press', ...ROLES]),
    cells(Array<string>(ROLES.length + 2).fill('---')),
    ...STATES.flatMap((state) => PRESSES.map((press) => row(state, press))),
    '',
    '## How long records live',
    '',
    'A report and the record of its message live 30 days. The mark of a write under way ends after 40 seconds. When members unlink, their',
    "claims stay with the platform's ids and a keyed hash of match and member, which identifies them if they come back.",
    '',
  ];
  await expect(page.join('\n')).toMatchFileSnapshot('../../docs/results.md');
});
