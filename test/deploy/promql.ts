import { parser } from '@prometheus-io/lezer-promql';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/** One metric that an expression selects. */
interface Selected {
  metric: string;
  /** Labels that its matchers, and the groupings around it, name. */
  labels: string[];
}

/** What an expression asks for. `fault`: where Prometheus' own grammar stops; undefined where it takes all of it. */
export interface PromqlUse {
  fault: string | undefined;
  selected: Selected[];
}

const textOf = (expression: string, node: SyntaxNode) => expression.slice(node.from, node.to);

function textsOf(expression: string, node: SyntaxNode | null, kind: string): string[] {
  const texts: string[] = [];
  node?.cursor().iterate((inner) => {
    if (inner.name === kind) texts.push(textOf(expression, inner.node));
  });
  return texts;
}

/** Labels by which the aggregations around a selector group it. */
function groupings(expression: string, selector: SyntaxNode): string[] {
  const labels: string[] = [];
  for (let node = selector.parent; node !== null; node = node.parent) {
    if (node.name === 'AggregateExpr')
      labels.push(...textsOf(expression, node.getChild('AggregateModifier'), 'LabelName'));
  }
  return labels;
}

/** Parses by the grammar that Prometheus' own editor uses. */
export function readPromql(expression: string): PromqlUse {
  let fault: string | undefined;
  const selected: Selected[] = [];
  parser.parse(expression).iterate({
    enter({ node }) {
      if (node.type.isError) fault ??= expression.slice(0, node.from);
      if (node.name !== 'VectorSelector') return;
      const [metric = ''] = textsOf(expression, node, 'Identifier');
      const matchers = textsOf(expression, node.getChild('LabelMatchers'), 'LabelName');
      selected.push({ metric, labels: [...matchers, ...groupings(expression, node)] });
    },
  });
  return { fault, selected };
}
