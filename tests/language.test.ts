import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { jsonRoutes } from '#app/server/areas.ts'
import { declaredRefusals } from '#kit/contract/refusal.ts'
import { textsIn } from './texts.ts'

// Checks by regular expressions that names and comments use the terms of docs/glossary.md.

const sources = globSync(['{app,areas,kit,ops,scripts}/**/*.{ts,tsx,sql,css}', 'db/*.ts', 'db/sql/*.sql'])
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

const exported = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/^export (?:async )?(const|type|function|class|interface)\*? +(\w+)(.*)/gm)].map(
    ([, kind, name, rest]) => ({
      file,
      name: name!,
      isFunction:
        kind === 'function' || (kind === 'const' && /^ = (?:async )?(?:<[^=]*>)?(?:\(.*=>|\w+ =>|\($)/.test(rest!)),
    }),
  ),
)

/** Participles and pronouns that do not describe a value when they stand alone. */
const privateWords =
  /^(?:asked|held|told|said|kept|made|given|shown|found|known|taken|offered|wanted|meant|brought|tried|judged|done|gone|left|late|own|other|nobody|somebody|whoever|who|whose|what|this|that|theirs|mine)s?$/i

test('no exported name is a bare participle or pronoun', () => {
  expect(exported.filter(({ name }) => privateWords.test(name)).map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

/** The verbs that may be the name of a function on their own. */
const verbs = new Set(
  `
    announce call change contains equals fuzz migrate read serve soak translate
    `
    .trim()
    .split(/\s+/),
)

/** The nouns and prepositions that may be the name of a function: declarations, mathematics, and parts of queries. */
const nounExceptions = new Set(
  `
    digamma finding hypergeometric main median percentile refusal row text`
    .trim()
    .split(/\s+/),
)

/** Names that begin with a question word or with a bare participle. */
const clause =
  /^(?:what|why|who|whose|whom|where|which|how|whatever|kept|held|told|said|asked|given|shown|found|made|did)[A-Z]/

const functionNames = exported.filter(({ name, isFunction }) => isFunction && /^[a-z]/.test(name))

test('an exported function has a verb in its name, or at least two words that name its value', () => {
  const isOneWord = (name: string) => !/[A-Z]/.test(name)
  const violations = functionNames.filter(({ name }) =>
    isOneWord(name) ? !verbs.has(name) && !nounExceptions.has(name) : clause.test(name),
  )
  expect(violations.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

test('each word in the list of allowed function names is the name of a function', () => {
  const names = new Set(functionNames.map(({ name }) => name))
  expect([...verbs, ...nounExceptions].filter((name) => !names.has(name))).toEqual([])
})

// The keys of error and value texts are codes of the API, so they are not checked.
const codeGroups = /^(?:refusals|reasons|values)\./

test('no file name and no text key is a bare participle or pronoun', () => {
  const bareWord = /^(?:asked|held|told|said|kept|made|nobody|somebody|whoever)$/
  const files = globSync('{app,areas,kit,ops,scripts,tests}/**/*.{ts,tsx,sql,css}')
  const keys = [...textsIn('en').keys()].filter((key) => !codeGroups.test(key.split(':')[1]!))
  expect(
    files.filter((file) =>
      basename(file)
        .split(/[-_.]/)
        .some((word) => bareWord.test(word)),
    ),
  ).toEqual([])
  expect(keys.filter((key) => key.split(/[:._]/).some((word) => bareWord.test(word)))).toEqual([])
})

test('comments name a role instead of “whoever”, “somebody”, “nobody” or “anybody”', () => {
  const violations = sources.flatMap(({ file, text }) => {
    const comments = file.endsWith('.sql') ? /--.*$/gm : /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
    return [...text.matchAll(comments)]
      .filter(([comment]) => /\b(?:whoever|somebody|nobody|anybody|anew)\b/i.test(comment))
      .map(([comment]) => `${file}: ${comment}`)
  })
  expect(violations).toEqual([])
})

test('call summaries and error texts do not contain “told”, “whoever” or “anew”', () => {
  const texts = [...jsonRoutes.map(({ endpoint }) => endpoint.summary), ...declaredRefusals.map(({ text }) => text)]
  expect(texts.length).toBeGreaterThan(300)
  expect(texts.filter((text) => /\b(?:told|whoever|anew)\b/i.test(text))).toEqual([])
})
