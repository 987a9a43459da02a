import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { areas, jobs } from '#app/server/areas.ts'
import { layers } from '#db/layers.ts'
import { filledByImports, writersOfTable, writtenByNobody, writtenByOthers } from './table-owners.ts'

// The layout is only true while this passes. app → areas → kit → db; web, public and server meet in contracts.

const files = ['app', 'areas', 'kit', 'db']
  .flatMap((layer) => readdirSync(layer, { recursive: true, encoding: 'utf8' }).map((file) => join(layer, file)))
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .sort()

/** A folder of its own within an area holds a file of each half: `areas/reports/member-listing/server.ts`. */
const inItsHalf = (path: string) =>
  path
    .replace(/^(areas\/[^/]+)\/([^/]+)\/(contract|server|web)(\.tsx?)$/, '$1/$3/$2$4')
    .replace(/^(areas\/[^/]+)\/(?!public\/)[^/]+\/texts\.json$/, '$1/web/texts.json')

const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
const sourceOf = (file: string) => sources.get(file)!
/** Without comments, so that a sentence about a rule does not break it. */
const codeOf = (file: string) => sourceOf(file).replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

const importsOf = (file: string) =>
  [...codeOf(file).matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map(([, path]) =>
    path!.startsWith('#') ? path!.slice(1) : join(dirname(file), path!).replaceAll('\\', '/'),
  )

const isContract = (path: string) => /^areas\/[^/]+\/(contract\.ts|contract\/[^/]+\.ts|roles\.ts|paths\.ts)$/.test(path)
/** What of the staff's pages the public ones have too: no component, nothing that weighs. */
const sharedWithPublic = [
  'call.ts',
  'connection.ts',
  'format.ts',
  'plural.ts',
  'text-lookup.ts',
  'tokens.css',
  'typeface.css',
].map((file) => `kit/web/${file}`)
const isModuleApi = (path: string) => /^areas\/[^/]+\/server\/index\.ts$/.test(path)
/** What pages of areas above may use: parts of pages, and the slots to which they contribute. */
const isPageApi = (path: string) => /^areas\/[^/]+\/web\/(index|slots)\.ts$/.test(path)

function allowed(writtenFrom: string, writtenTo: string) {
  const [from, to] = [inItsHalf(writtenFrom), inItsHalf(writtenTo)]
  const [layer, name, half] = from.replace(/^(areas\/[^/]+\/(?:server|web|public))\.ts$/, '$1/').split('/')
  if (layer === 'app') return /^(app|areas|kit|db)\//.test(to) && (name !== 'public' || allowedInPublic(to))
  if (layer === 'db') return to.startsWith('db/')
  if (layer === 'kit')
    return (
      /^(kit|db)\//.test(to) &&
      !(name === 'web' && /^kit\/(server|public)\//.test(to)) &&
      !(name === 'public' && !to.startsWith('kit/contract/') && !allowedInPublic(to)) &&
      !(name === 'contract' && !to.startsWith('kit/contract/'))
    )
  if (to.startsWith('kit/contract/')) return true
  if (isContract(from)) return isContract(to)
  if (isContract(to)) return true
  if (half === 'public' && sharedWithPublic.includes(to)) return true
  if (to.startsWith(`kit/${half}/`) || to.startsWith(`areas/${name}/${half}/`)) return true
  if (half === 'web') return isPageApi(to)
  return half === 'server' && (isModuleApi(to) || to === 'db/tables.ts')
}

/** The public pages know nothing of the staff's application: each of them is a build of its own. */
const allowedInPublic = (to: string) =>
  /^(app|kit)\/public\/|^areas\/[^/]+\/public(\.ts|\/)/.test(to) ||
  isContract(to) ||
  to === 'app/web/paths.ts' ||
  sharedWithPublic.includes(to)

test('imports point one way: app → areas → kit → db, and an area is entered by its contract or its door', () => {
  const wrong = files.flatMap((from) =>
    importsOf(from)
      .filter((to) => !allowed(from, to))
      .map((to) => `${from} → ${to}`),
  )
  expect(wrong).toEqual([])
})

test('a page API only passes on parts of its area, and the declarations of slots load nothing else', () => {
  const indexes = files.filter((file) => /^areas\/[^/]+\/web\/index\.ts$/.test(file))
  expect(indexes.length).toBeGreaterThan(5)
  expect(indexes.filter((file) => /^(?!export (type )?\{|\s|\}|$)/m.test(codeOf(file)))).toEqual([])
  const slots = files.filter((file) => /^areas\/[^/]+\/web\/slots\.ts$/.test(file))
  expect(slots.length).toBeGreaterThan(5)
  const loading = slots.flatMap((file) =>
    [...codeOf(file).matchAll(/^import (?!type)[^']*'([^']+)'/gm)]
      .filter(([, path]) => path !== '#kit/web/slots.ts')
      .map(([, path]) => `${file} → ${path}`),
  )
  expect(loading).toEqual([])
})

test('no file imports itself through other files, type imports included', () => {
  const imported = new Map(files.map((file) => [file, importsOf(file).filter((to) => sources.has(to))]))
  // Only a file that imports and is imported can stand in a circle: the others are taken away until none is left.
  for (let before = -1; before !== imported.size; ) {
    before = imported.size
    const targets = new Set([...imported.values()].flat())
    for (const [file, to] of imported)
      if (!targets.has(file) || !to.some((one) => imported.has(one))) imported.delete(file)
  }
  const reaches = (from: string, target: string) => {
    const reached = new Set<string>()
    const waiting = [from]
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop())
      for (const to of imported.get(file) ?? [])
        if (!reached.has(to)) {
          reached.add(to)
          waiting.push(to)
        }
    return reached.has(target)
  }
  const found = [...imported.keys()].filter((file) => reaches(file, file))
  expect(found).toEqual([])
})

/** Exports with a single owner outside of the kit, by file, and why they stay. */
const singleOwnerExports: Record<string, { names: readonly string[]; reason: string }> = {
  'kit/contract/fields.ts': {
    names: ['requiredText', 'upperSentence', 'UnitPriceInput', 'QuantityInput'],
    reason: 'field types are one vocabulary, made of parts that only this file has',
  },
  'kit/contract/outbox.ts': { names: ['devOutbox'], reason: 'an endpoint of the program, read by both of its halves' },
  'kit/contract/refusal.ts': {
    names: ['RefusalReply', 'declaredRefusals'],
    reason: 'the program documents and translates what all contracts declare',
  },
  'kit/public/Frame.tsx': { names: ['placeLegal'], reason: 'the program says where its legal pages are' },
  'kit/public/draft.ts': { names: ['forgetAll'], reason: 'drafts are stored here alone' },
  'kit/public/router.tsx': { names: ['usePath', 'useFragment'], reason: 'the address is read here alone' },
  'kit/public/start.ts': { names: ['wasRefused'], reason: 'the document of the page is read here alone' },
  'kit/public/texts.ts': {
    names: ['startTexts', 'bringTexts', 'followLanguage'],
    reason: 'the program loads the texts that are stored here',
  },
  'kit/web/PageTools.tsx': { names: ['pagePlaces'], reason: 'the shell draws what pages put into its header' },
  'kit/web/call.ts': {
    names: ['callAs', 'whenRefused', 'whenSignedOut'],
    reason: 'the program, and the sign-in, set up the one way of all calls',
  },
  'kit/web/connection.ts': { names: ['watchConnection'], reason: 'the shell watches the connection that calls note' },
  'kit/web/form/drafts.ts': { names: ['draftsNamed'], reason: 'drafts are stored here alone' },
  'kit/web/format.ts': { names: ['setBusiness'], reason: 'the program sets the business zone and currency' },
  'kit/web/i18n.ts': {
    names: ['startTexts', 'bringTexts'],
    reason: 'the program loads the texts that are stored here',
  },
  'kit/web/notify-history.ts': {
    names: ['beginHistory', 'markSeen', 'forgetMessages', 'useMessages', 'useUnseenErrors'],
    reason: 'the shell lists the messages that are stored here',
  },
  'kit/web/notify.tsx': { names: ['NotifyHost'], reason: 'the shell draws messages' },
  'kit/web/renewal.ts': { names: ['renewAfterChanges'], reason: 'the program connects calls with reads' },
  'kit/web/scanner.ts': {
    names: ['pauseScanner', 'listenToScanner'],
    reason: 'the shell takes scans that no page takes',
  },
  'kit/web/screen.ts': {
    names: ['mayOpen', 'useRegisteredRecord', 'useRegisteredAction'],
    reason: 'the shell draws what pages register',
  },
  'kit/web/shortcuts.ts': { names: ['useShortcutList'], reason: 'the shell lists the keys that pages register' },
  'kit/web/slots.ts': { names: ['collectContributions'], reason: 'the program collects what areas contribute' },
  'kit/web/sound.ts': { names: ['setSound'], reason: 'the profile menu switches the sound' },
  'kit/web/theme.tsx': {
    names: ['lastAppearance', 'keepAppearanceWith', 'AppearanceProvider', 'isAppearanceKey'],
    reason: 'the program starts and stores the appearance',
  },
}

test('every export of the kit has users in the kit itself or in two areas, and no file of it serves one area', () => {
  const halves = files.filter((file) => /^kit\/(web|public|contract)\//.test(file))
  const ownerOf = (file: string) => (file.startsWith('areas/') ? file.split('/', 2).join('/') : file.split('/')[0]!)
  const ownersOf = new Map<string, Set<string>>()
  for (const file of files) {
    const imports = codeOf(file).matchAll(/import\s+(?:type\s+)?(?:\w+,\s*)?\{([^}]*)\}\s*from\s*'([#.][^']+)'/g)
    const later = codeOf(file).matchAll(/\(await import\('([#.][^']+)'\)\)\.(\w+)/g)
    for (const [names, path] of [
      ...[...imports].map(([, names, path]) => [names, path]),
      ...[...later].map(([, path, name]) => [name, path]),
    ]) {
      const from = path!.startsWith('#') ? path!.slice(1) : join(dirname(file), path!).replaceAll('\\', '/')
      for (const name of names!.split(',').map(
        (one) =>
          one
            .trim()
            .replace(/^type /, '')
            .split(' as ')[0]!,
      )) {
        const key = `${from}#${name}`
        ownersOf.set(key, (ownersOf.get(key) ?? new Set()).add(ownerOf(file)))
      }
    }
  }
  const found = halves.flatMap((file) => {
    const code = codeOf(file)
    const exported = code.matchAll(/^export (?:async )?(?:const|function|class|type|let) (\w+)/gm)
    return [...exported].flatMap(([, name]) => {
      const owners = new Set(ownersOf.get(`${file}#${name}`))
      if ([...code.matchAll(new RegExp(`(?<![\\w.])${name}(?!\\w)`, 'g'))].length > 1) owners.add('kit')
      return owners.has('kit') || owners.size > 1 ? [] : [{ file, name: name! }]
    })
  })
  const tests = ['kit', 'tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
  )
  const tested = tests.join('\n')
  const isExcused = ({ file, name }: { file: string; name: string }) => singleOwnerExports[file]?.names.includes(name)
  const isTested = ({ file, name }: { file: string; name: string }) =>
    !ownersOf.has(`${file}#${name}`) && new RegExp(`\\b${name}\\b`).test(tested)
  expect(found.length).toBeGreaterThan(10)
  expect(found.filter((one) => !isExcused(one) && !isTested(one))).toEqual([])
  const excused = Object.entries(singleOwnerExports).flatMap(([file, { names }]) =>
    names.map((name) => ({ file, name })),
  )
  expect(excused.filter(({ file, name }) => !found.some((one) => one.file === file && one.name === name))).toEqual([])

  const importers = new Map<string, Set<string>>()
  for (const file of files)
    for (const to of importsOf(file)) importers.set(to, (importers.get(to) ?? new Set()).add(ownerOf(file)))
  const single = files.filter((file) => {
    if (!file.startsWith('kit/')) return false
    const [owner = '', ...others] = importers.get(file) ?? []
    return others.length === 0 && owner.startsWith('areas/')
  })
  expect(single).toEqual([])
})

test('the kit names nothing of the business', () => {
  const business = /Member|Customer|Campaign|Reward|Tier|Lead|Voucher/
  const naming = files
    .filter((file) => file.startsWith('kit/'))
    .flatMap((file) =>
      sourceOf(file)
        .split('\n')
        .flatMap((line, at) => (business.test(line) ? [`${file}:${at + 1}`] : [])),
    )
  expect(naming).toEqual([])
})

test('the browser gets no server code', () => {
  const reached = new Set<string>()
  const visit = (file: string) => {
    if (reached.has(file) || !sources.has(file)) return
    reached.add(file)
    for (const next of importsOf(file)) visit(next)
  }
  const isPage = (file: string) => /^(app|kit)\/(web|public)\/|^areas\/[^/]+\/(web|public)\//.test(inItsHalf(file))
  for (const file of files) if (isPage(file)) visit(file)
  expect(reached.size).toBeGreaterThan(10)
  expect([...reached].map(inItsHalf).filter((file) => /\/server\/|^db\//.test(file))).toEqual([])
})

/** The third is db/layers.ts: the migration runner knows the areas by name, and imports none. */
const listsOfAreas = ['app/server/areas.ts', 'app/web/areas.ts', 'app/public/areas.ts']

test('an area is in the lists of areas by what it brings, and no other file knows more than three', () => {
  const announced = files.filter((file) => /^areas\/[^/]+\/(server|web|public)\.ts$/.test(file))
  expect(announced.length).toBeGreaterThan(20)
  expect(
    listsOfAreas
      .flatMap(importsOf)
      .filter((to) => announced.includes(to))
      .sort(),
  ).toEqual(announced)
  expect(areas.map(({ name }) => name)).toEqual(layers.flat())

  const known = files.map((from) => {
    // Where a page lies is no knowledge of its area.
    const named = importsOf(from).flatMap((to) => /^areas\/([^/]+)\/(?!paths\.ts)/.exec(to)?.[1] ?? [])
    return { from, others: new Set(named.filter((area) => !from.startsWith(`areas/${area}/`))).size }
  })
  const most = known.filter(({ from, others }) => others > 3 && !listsOfAreas.includes(from))
  expect(most).toEqual([])
})

test('functions and triggers stand with their area, where they are changed in place, and not in a migration', () => {
  const folder = 'db/migrations/'
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  expect(files.length).toBeGreaterThan(0)
  const created = /\bcreate (?:or replace )?(?:constraint )?(?:function|procedure|trigger)\b/i
  const withFunctions = files.filter((name) => created.test(readFileSync(folder + name, 'utf8').replace(/--.*$/gm, '')))
  // Indexes rest on its functions, so that these can be replaced only together with the indexes.
  expect(withFunctions).toEqual(['0157_folded_names.sql'])
})

test('a table is written by one area', () => {
  expect(writersOfTable.size).toBeGreaterThan(60)
  const tables = [...writersOfTable].map(([table, writers]) => {
    const excused = Object.keys(writtenByOthers[table] ?? {})
    return {
      table,
      owners: [...writers].filter((area) => !excused.includes(area)),
      unneeded: excused.filter((area) => !writers.has(area)),
    }
  })
  expect(
    tables.filter(
      ({ owners, table }) => owners.length !== (table in writtenByNobody || table in filledByImports ? 0 : 1),
    ),
  ).toEqual([])
  expect(tables.filter(({ unneeded }) => unneeded.length > 0)).toEqual([])
  expect(
    [...Object.keys(writtenByOthers), ...Object.keys(writtenByNobody)].filter((one) => !writersOfTable.has(one)),
  ).toEqual([])
})

test('the ledger is written by its own functions, and nobody else adds up a balance', () => {
  const reasons = new Map([
    [
      'areas/points/sql/ledger.sql',
      'write_entries and write_takings, which all others call; a lot paid back is marked as reversed',
    ],
    ['areas/points/sql/merge.sql', 'closes and opens the account of a merged number, no totals'],
    ['app/demo/large.ts', 'millions of made-up rows to measure with, written as a COPY would'],
    ['areas/merges/server/steps.ts', 'an empty balance, to be locked'],
    ['areas/points/server/adjustments/undo-adjustment.ts', 'marks an adjustment as deleted, no points'],
    ['areas/points/server/adjustments/update-adjustment.ts', 'what an adjustment says of itself, no points'],
  ])
  const functions = ['areas', 'kit', 'db']
    .flatMap((layer) => readdirSync(layer, { recursive: true, encoding: 'utf8' }).map((file) => join(layer, file)))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.sql') && !file.startsWith('db/migrations/'))
  const textOf = (file: string) =>
    sources.has(file) ? codeOf(file) : readFileSync(file, 'utf8').replace(/--.*$/gm, '')
  const writes =
    /(?:insert into|update|merge into|(?:insertInto|updateTable)\(')\s*(?:point_(?:history|allocation|balance)|Point(?:History|Allocation|Balance))\b/i
  const writers = [...files, ...functions].filter((file) => writes.test(textOf(file)))
  expect(writers.sort()).toEqual([...reasons.keys()].sort())
})

const useCases = files.filter((file) => /^areas\/[^/]+\/server\//.test(inItsHalf(file)))

test('a use case knows no clock but the one it was given', () => {
  expect(
    useCases.filter((file) => /new Date\(\)|Date\.now\(|\bnow\(\) at time zone|\bcurrent_date\b/i.test(codeOf(file))),
  ).toEqual([])
})

test('a use case catches nothing but a constraint whose refusal it knows', () => {
  const reasons = new Map([
    [
      'areas/media/server/files.ts',
      'what was stored for a refused record goes again; a form that breaks off is the sender’s',
    ],
    ['areas/messages/server/compile.ts', 'what the template language does not like is a refusal'],
    ['areas/messages/server/occasions.ts', 'a job reports what went wrong with a message in its record'],
    ['areas/messages/server/liquid.ts', 'what the template language does not like is said to the person who wrote it'],
    ['areas/messages/server/unsubscribe.ts', 'a link that is not ours is answered by a page'],
    ['areas/media/server/pictures.ts', 'what the decoder did not like is a refusal'],
    ['areas/access/server/providers/ask-provider.ts', 'what goes wrong at another server becomes a refusal'],
    ['areas/access/server/providers/provider-client.ts', 'what could not be learned of another server is asked again'],
    ['areas/access/server/session-actors.ts', 'noting when a session was last used may fail without failing the call'],
    ['areas/privacy/server/erasure-job.ts', 'a job rolls its own transaction back, and fails'],
    ['areas/privacy/server/erased-list.ts', 'a command rolls its own transaction back, and fails'],
    ['areas/exports/server/background.ts', 'a job reports what went wrong with a file in its record'],
    ['areas/exports/server/document/faces.ts', 'a face that cannot be loaded is loaded again for the next document'],
    ['areas/exports/server/document/pdf.ts', 'a writer reports its failure when it is awaited'],
    ['areas/exports/server/spreadsheet/csv.ts', 'a writer reports its failure when it is awaited'],
    ['areas/exports/server/spreadsheet/xlsx.ts', 'a writer reports its failure when it is awaited'],
    ['areas/messages/server/relay/mail.ts', 'a message that cannot be sent stops no other'],
    ['areas/messages/server/relay/sms.ts', 'a reply that is no JSON is an empty one'],
    ['areas/messages/server/threads/thread-pool.ts', 'a task reports the failure of its thread'],
    ['areas/exports/server/run-export.ts', 'anyone who cancels a file does not want it to fail'],
    ['areas/exports/server/schedules/cron.ts', 'what the parser of times does not like is a refusal'],
    [
      'areas/exports/server/schedules/run-schedules.ts',
      'a report that cannot be made for one person, or a schedule that cannot be run, stops no other',
    ],
    ['areas/sales/server/simulation/background.ts', 'a job reports what went wrong in its record'],
    ['areas/campaigns/server/send-campaigns.ts', 'a text that cannot be filled in for one customer stops nobody else'],
    ['areas/campaigns/server/add-waiting-rows.ts', 'a job reports what went wrong with the rows in their record'],
    ['areas/segments/server/live-lists.ts', 'a segment that cannot be asked stops its own list alone'],
    ['areas/vouchers/server/erp/client.ts', 'what goes wrong at the ERP is told by its own error'],
    ['areas/vouchers/server/erp/exchange.ts', 'an ERP that is away is noted, and asked again later'],
    ['areas/vouchers/server/erp/receive.ts', 'one message that cannot be followed does not stop the others'],
    ['areas/vouchers/server/erp/send.ts', 'a message is first in line again when the ERP is back'],
    [
      'areas/customers/server/create-customer.ts',
      'a rival who has just registered the same number is no failure of one’s own',
    ],
    [
      'areas/customer-rewards/server/reward-rows.ts',
      'what is read together with a rule is not missed where it refuses',
    ],
    [
      'areas/sales/server/add-transaction.ts',
      'statements that travel together are awaited together, and the first failure is thrown',
    ],
  ])
  // `.catch(refuseOverlap)`, `.catch((error: { constraint?: string }) => …`: the database found what the use case asked it to find.
  const ofConstraint = /\.catch\(\s*(?:refus\w+|\(error: \{ constraint\?: string)/g
  // A job reports what went wrong with a file as its outcome; nobody waits for its answer.
  const catching = useCases.filter(
    (file) =>
      !file.startsWith('areas/imports/') && /\bcatch\s*[({]|\.catch\(/.test(codeOf(file).replace(ofConstraint, '')),
  )
  expect(catching.filter((file) => !reasons.has(file))).toEqual([])
})

test('texts are cleaned and compiled in threads: no other file imports the compiler', () => {
  const imports =
    /^(?:import|export) (?!type)[^']*'(?:sanitize-html|(?:\.|#areas\/messages\/server)\/(?:compile|html|page)\.ts)'/m
  const messages = useCases.filter((file) => file.startsWith('areas/messages/') && imports.test(codeOf(file)))
  expect(messages).toEqual([
    'areas/messages/server/compile-thread.ts',
    'areas/messages/server/compile.ts',
    'areas/messages/server/html.ts',
  ])
  const compiler = /'(?:sanitize-html|mjml-[a-z-]+)'|messages\/server\/(?:compile|html|page)\.ts'/
  const others = files.filter((file) => !file.startsWith('areas/messages/') && compiler.test(codeOf(file)))
  expect(others).toEqual([])
})

test('a use case neither counts a list nor cuts its pages: it says what its rows are', () => {
  const reasons = new Map([
    [
      'areas/memberships/server/counter/lookup-member.ts',
      'the box of the counter counts up to a limit of its own, and tells what kind of number was typed',
    ],
    ['areas/messages/server/customer-messages.ts', 'each row is a message that is made for a customer who was named'],
    ['areas/workspace/server/recent-records.ts', 'what lies beyond the last records is forgotten'],
  ])
  const byHand = /\bcount: |[.\s]offset(?:\(| \$)|[.\s]limit(?:\(| \$\{)(?:Rows|page)/
  const counting = useCases.filter((file) => byHand.test(codeOf(file)) && !file.startsWith('areas/imports/'))
  expect(counting).toEqual([...reasons.keys()])
})

test('a schema is read by one module, as JSON Schema, and nobody looks into the library that checks it', () => {
  const tests = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const insides = /\b_zod\b|\binstanceof z\.Zod(?!Error)|\btoJSONSchema\(/
  const reading = [...files, ...tests.map((file) => `tests/${file}`)].filter((file) =>
    insides.test(sources.get(file) ?? readFileSync(file, 'utf8')),
  )
  // The other one is the document of all calls, which is written in no other words than those of JSON Schema.
  expect(reading).toEqual(['app/server/api-document.ts', 'kit/contract/schema.ts'])
})

test('a job has a name that its queue takes', () => {
  expect(jobs.map(({ name }) => name).filter((name) => !/^[\w.\-/]+$/.test(name))).toEqual([])
})

test('a list of routes decides nothing', () => {
  const lists = files.filter((file) => file.endsWith('/server/routes.ts'))
  expect(lists.length).toBeGreaterThan(2)
  expect(lists.filter((file) => /\bif\b|=>|\?/.test(codeOf(file)))).toEqual([])
})

test('only the configuration reads the environment', () => {
  const handedOn = ['app/server/main.ts', 'app/cli/main.ts', 'app/server/config.ts']
  expect(files.filter((file) => /process\.env\b/.test(codeOf(file)) && !handedOn.includes(file))).toEqual([])
})

test('no file is longer than one can keep in mind', () => {
  const lines = (file: string) => sourceOf(file).split('\n').length
  const long = files.filter((file) => file !== 'db/tables.ts' && lines(file) > 500)
  expect(long.map((file) => `${file}: ${lines(file)} lines`)).toEqual([])
})
