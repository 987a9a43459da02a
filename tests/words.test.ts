import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { routes } from '#app/server/areas.ts'
import { declaredRefusals } from '#kit/contract/refusal.ts'

// One idea has one word, and it is the field's. Names that the program once had for such ideas do not come back.

const code = globSync([
  '{app,kit,ops,scripts}/**/*.{ts,tsx,sql}',
  'areas/**/*.{ts,tsx,sql}',
  'db/{layers,tables}.ts',
  'db/sql/*.sql',
])
  .filter((file) => !file.includes('.test.'))
  .map((file) => {
    const text = readFileSync(file, 'utf8')
    const comments = file.endsWith('.sql') ? /--.*$/gm : /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
    return { file, text: text.replace(comments, '') }
  })

test.each([
  ['nightly batch, BatchStep', /\b(?:runNight|nightSteps?|nightJob|NightStep|NightRun|night_(?:run|step))\b/],
  ['chunk', /\b(?:portions?|Portions?|portion[A-Z]\w*|portion_\w+)\b/],
  ['ledger, audit log', /\b(?:books[A-Z]\w*|bookSums|books_\w+)\b/],
  ['revokeAccess, module API', /\b(?:closeDoor\w*|isDoor)\b/],
  ['notify, reportProgress, Message', /\b(?:type (?:Told|Said)|teller|tell[A-Z]\w*)\b/],
  ['input, request', /\b(?:wish|wishes|wished|wish[A-Z]\w*|Wish\w*|\w+Wish(?:es)?|askedOutlet|askedValues)\b/],
  ['validate, evaluate, result', /\b(?:judged?[A-Z]\w*|judged?_\w+|[Vv]erdicts?|verdict[A-Z]\w*|\w+Verdict)\b/],
  ['bypassCache', /\bafresh\b/],
  ['limitConcurrency', /\b(?:type Turns|hashingTurns|inTurn)\b/],
  ['multi-transaction use case', /\b(?:inSteps|serveInSteps)\b/],
  ['mapDatabaseRefusal', /\borRefuse\b/],
  ['withBulkAudit, changedSince, MergeColumn', /\b(?:quietly|strayed|type Moving)\b/],
  ['unsorted', /\bstrewn\w*/],
  ['data quality, data issue, fix', /\b(?:upkeep|isMended|Doubtful\w*|doubtful[A-Z]\w*|\w+_doubtful)\b/],
  ['assign a sale', /\b(?:giveSale|give_sale)\b/],
  ['level status, balance after', /\b(?:\w*LevelStanding|cycle_standing|standingOf)\b/],
  ['visible', /\b(?:Shown[A-Z]\w*|useShown\w*|shown[A-Z]\w*|SHOWN)\b/],
  ['attempts, throttle', /\b(?:(?:password|address|forget|check)Tries\w*|Tries|TriesMost|tries_most)\b/],
  [
    'startDraining, endReasons, lastActivity, unsaved input',
    /\b(?:beginClosing|isClosing|endings\.\w+|lastCall|\w+TypedWork)\b/,
  ],
  ['company, sample data', /\b(?:levelHouse|brandsOfHouse|writeHouse|houseSql|keepHouse)\b/],
])('an old name does not come back: the word is “%s”', (_, old) => {
  const found = code.flatMap(({ file, text }) => {
    const name = old.exec(text)?.[0]
    return name ? [`${file}: ${name}`] : []
  })
  expect(found).toEqual([])
})

// Comments say in plain words who is meant.
test.each([
  ['anyone who, the person who, no matter who', /\bwhoever\b/i],
  ['again', /\banew\b/i],
])('plain words in code, comments and tests: it is “%s”', (_, old) => {
  const files = globSync(['{app,areas,kit,ops,scripts}/**/*.{ts,tsx,sql,css}', 'db/sql/*.sql', 'tests/**/*.ts'])
  const itself = /^tests\/(?:words|texts-style)\.test\.ts$/
  const found = files.filter((file) => !itself.test(file) && old.test(readFileSync(file, 'utf8')))
  expect(found).toEqual([])
})

test('nor in what the document says of calls, nor in what is said to people', () => {
  const said = [...routes.map(({ endpoint }) => endpoint.summary), ...declaredRefusals.map(({ text }) => text)]
  expect(said.length).toBeGreaterThan(300)
  expect(said.filter((text) => /\b(?:told|whoever|anew)\b/i.test(text))).toEqual([])
})
