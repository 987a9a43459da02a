import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { jobs } from '#app/server/areas.ts'
import { codeOf, files, filesIn, inItsHalf, sourceOf, sources } from './sources.ts'

// Rules for the code of use cases, and of all files.

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
  const tests = filesIn('tests').filter((file) => file.endsWith('.ts'))
  const insides = /\b_zod\b|\binstanceof z\.Zod(?!Error)|\btoJSONSchema\(/
  const reading = [...files, ...tests].filter((file) => insides.test(sources.get(file) ?? readFileSync(file, 'utf8')))
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
