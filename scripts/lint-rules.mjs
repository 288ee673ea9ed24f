/** What stands within parentheses and casts. */
function bare(node) {
  const isWrapped = ['ParenthesizedExpression', 'TSAsExpression', 'TSSatisfiesExpression'].includes(
    node.type,
  );
  return isWrapped ? bare(node.expression) : node;
}

const isEmpty = (node) => node.type === 'ObjectExpression' && node.properties.length === 0;

/** `...(a && { b })`, or a choice between fields and `{}`. */
function isConditional(node) {
  const value = bare(node);
  if (value.type === 'LogicalExpression') return value.operator === '&&';
  return (
    value.type === 'ConditionalExpression' &&
    [value.consequent, value.alternate].some((branch) => isEmpty(bare(branch)))
  );
}

/** Optional fields are added in one way: `...present({ b: a ? b : undefined })`. */
const optionalFields = {
  meta: { messages: { present: 'Add optional fields through `present` (src/present.ts).' } },
  create: (context) => ({
    'ObjectExpression > SpreadElement'(node) {
      if (isConditional(node.argument)) context.report({ node, messageId: 'present' });
    },
  }),
};

/** Rules of this project for oxlint. */
export default { meta: { name: 'matchpoint' }, rules: { 'optional-fields': optionalFields } };
