export type StatementSummary = { operation: string; summary: string }

/** The most tables and functions that a summary names. */
const NAMES_MOST = 3
const CACHED_MOST = 1_000
const operations = new Set(
  'select insert update delete merge values begin commit rollback set show listen notify lock copy savepoint release'.split(
    ' ',
  ),
)
/** Words that follow `from` or `update` without being a table: `for update skip locked`, `on conflict do update set`. */
const keywords = new Set(['set', 'skip', 'nowait', 'of', 'only', 'lateral', 'select', 'unnest', 'distinct'])

const cache = new Map<string, StatementSummary>()

/** Summarizes a statement as its operation with the first tables and functions. The summary contains no value of the statement. */
export function summarizeStatement(text: string): StatementSummary {
  const cached = cache.get(text)
  if (cached) return cached
  const summary = summarize(text)
  // Texts are the same for every call, except for a few that are built from inputs.
  if (cache.size < CACHED_MOST) cache.set(text, summary)
  return summary
}

function summarize(text: string): StatementSummary {
  const code = withoutLiterals(text).replaceAll('"', '').toLowerCase()
  const first = /^[\s(]*([a-z]+)/.exec(code)?.[1] ?? ''
  const operation = first === 'with' ? (/\b(insert|update|delete|merge)\b/.exec(code)?.[1] ?? 'select') : first
  const known = operations.has(operation) ? operation : 'other'
  const names = new Set<string>()
  const called = /^\s*select\s+([a-z_]\w*)\s*\(/.exec(code)?.[1]
  if (called) names.add(called)
  for (const [, name] of code.matchAll(/\b(?:from|join|into|update)\s+(?:public\.)?([a-z_]\w*)/g))
    if (!keywords.has(name!)) names.add(name!)
  return { operation: known, summary: [known, ...[...names].slice(0, NAMES_MOST)].join(' ').slice(0, 120) }
}

/** Removes strings and comments, which may contain values. */
const withoutLiterals = (text: string) =>
  text.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|[eE]?'(?:[^']|'')*(?:'|$)/g, ' ')
