import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { backgroundJobs } from '#app/server/areas.ts'
import { codeOf, files, filesIn, sourceOf, sources, toHalfPath } from './sources.ts'

// Checks rules for the structure of use cases and of all other files.

const useCases = files.filter((file) => /^areas\/[^/]+\/server\//.test(toHalfPath(file)))

test('a use case reads no clock other than that of its context', () => {
  expect(
    useCases.filter((file) => /new Date\(\)|Date\.now\(|\bnow\(\) at time zone|\bcurrent_date\b/i.test(codeOf(file))),
  ).toEqual([])
})

test('a use case catches only database constraint errors that it turns into a refusal', () => {
  const reasons = new Map([
    [
      'areas/media/server/files.ts',
      'files of a refused record are deleted; an aborted upload is the fault of the sender',
    ],
    ['areas/messages/server/compile.ts', 'a template syntax error becomes a refusal'],
    ['areas/messages/server/occasions.ts', 'a job stores the error of a message in its record'],
    ['areas/messages/server/liquid.ts', 'errors of the template language are shown to the author'],
    ['areas/messages/server/unsubscribe.ts', 'an invalid link is answered by a page'],
    ['areas/media/server/pictures.ts', 'a decoder error becomes a refusal'],
    ['areas/access/server/providers/ask-provider.ts', 'a failure of another server becomes a refusal'],
    ['areas/access/server/providers/provider-client.ts', 'a failed request to another server is repeated'],
    ['areas/access/server/passkeys/add-passkey.ts', 'a response that does not match becomes a refusal'],
    ['areas/access/server/passkeys/sign-in-with-passkey.ts', 'a response that does not match becomes a refusal'],
    ['areas/provisioning/server/scim/filter.ts', 'a malformed filter becomes a refusal'],
    ['areas/provisioning/server/scim/mount.ts', 'a malformed body becomes an error of SCIM'],
    ['areas/access/server/session-actors.ts', 'recording the last use of a session may fail without failing the call'],
    ['areas/privacy/server/erasure-job.ts', 'a job rolls its own transaction back, and fails'],
    ['areas/privacy/server/erased-list.ts', 'a command rolls its own transaction back, and fails'],
    ['areas/exports/server/background.ts', 'a job stores the error of a file in its record'],
    ['areas/exports/server/document/fonts.ts', 'a face that cannot be loaded is loaded again for the next document'],
    ['areas/exports/server/document/pdf.ts', 'a writer reports its failure when it is awaited'],
    ['areas/exports/server/spreadsheet/csv.ts', 'a writer reports its failure when it is awaited'],
    ['areas/exports/server/zip.ts', 'a writer reports its failure when it is awaited'],
    ['areas/messages/server/relay/mail.ts', 'a message that cannot be sent stops no other'],
    ['areas/messages/server/relay/sms.ts', 'a reply that is no JSON is an empty one'],
    ['areas/messages/server/threads/thread-pool.ts', 'a task reports the failure of its thread'],
    ['areas/exports/server/run-export.ts', 'a cancelled export is not a failure'],
    ['areas/exports/server/schedules/cron.ts', 'an invalid schedule becomes a refusal'],
    [
      'areas/exports/server/schedules/run-schedules.ts',
      'a report that fails for one recipient, or a schedule that fails, stops no other',
    ],
    ['areas/reporting-views/server/reader-login.ts', 'a command tells the operator what a superuser must run'],
    ['areas/sales/server/simulation/background.ts', 'a job stores its error in its record'],
    ['areas/campaigns/server/send-campaigns.ts', 'a text that fails for one customer stops no other'],
    ['areas/campaigns/server/add-waiting-rows.ts', 'a job stores the error of the rows in their record'],
    ['areas/segments/server/live-lists.ts', 'a segment whose query fails stops its own list only'],
    ['areas/vouchers/server/erp/client.ts', 'failures of the ERP have an error class of their own'],
    ['areas/vouchers/server/erp/exchange.ts', 'an ERP outage is recorded and polled later'],
    ['areas/vouchers/server/erp/receive.ts', 'one message that cannot be followed does not stop the others'],
    ['areas/vouchers/server/erp/send.ts', 'a message is first in line again when the ERP is back'],
    ['areas/customers/server/create-customer.ts', 'a concurrent registration of the same number is not a failure'],
    [
      'areas/customer-rewards/server/reward-rows.ts',
      'a query that runs in parallel with a rule may fail unnoticed when the rule refuses',
    ],
    ['areas/event-feed/server/list-events.ts', 'a failure to store the lag of a program does not fail its call'],
    [
      'areas/webhooks/server/delivery/dispatcher.ts',
      'a worker that fails stops no other, and its error is thrown later',
    ],
    [
      'areas/webhooks/server/delivery/endpoint-worker.ts',
      'an attempt that the stop of the server aborts has no result',
    ],
    ['areas/webhooks/server/send-request.ts', 'a failed request is a result that is recorded'],
    [
      'areas/sales/server/add-transaction.ts',
      'pipelined statements are awaited together, and the first failure is thrown',
    ],
  ])
  // Matches `.catch(refuseOverlap)` and `.catch((error: { constraint?: string }) => …`, which read a constraint error.
  const ofConstraint = /\.catch\(\s*(?:refus\w+|\(error: \{ constraint\?: string)/g
  // A job reports errors of a file as its outcome; no caller waits for a reply.
  const catching = useCases.filter(
    (file) =>
      !file.startsWith('areas/imports/') && /\bcatch\s*[({]|\.catch\(/.test(codeOf(file).replace(ofConstraint, '')),
  )
  expect(catching.filter((file) => !reasons.has(file))).toEqual([])
})

test('only the thread modules import the HTML sanitiser and template compiler, so that both run in threads', () => {
  const imports =
    /^(?:import|export) (?!type)[^']*'(?:sanitize-html|(?:\.|#areas\/messages\/server)\/(?:compile|html|page)\.ts)'/m
  const messages = useCases.filter((file) => file.startsWith('areas/messages/') && imports.test(codeOf(file)))
  expect(messages).toEqual([
    'areas/messages/server/compile-thread.ts',
    'areas/messages/server/compile.ts',
    'areas/messages/server/html.ts',
  ])
  const compiler = /'sanitize-html'|messages\/server\/(?:compile|html|page)\.ts'/
  const others = files.filter((file) => !file.startsWith('areas/messages/') && compiler.test(codeOf(file)))
  expect(others).toEqual([])
})

test('the use case of a list returns a query, and the kit counts and pages it', () => {
  const reasons = new Map([
    [
      'areas/memberships/server/counter/lookup-member.ts',
      'the search box of the counter has its own limit, and returns the kind of the typed number',
    ],
    ['areas/messages/server/customer-messages.ts', 'each row is a message for a named customer'],
    ['areas/provisioning/server/scim/filter.ts', 'SCIM pages by startIndex and count'],
    ['areas/provisioning/server/scim/groups.ts', 'SCIM pages by startIndex and count'],
    ['areas/provisioning/server/scim/users.ts', 'SCIM pages by startIndex and count'],
    ['areas/workspace/server/recent-records.ts', 'what lies beyond the last records is forgotten'],
  ])
  const byHand = /\bcount: |[.\s]offset(?:\(| \$)|[.\s]limit(?:\(| \$\{)(?:Rows|page)/
  const counting = useCases.filter((file) => byHand.test(codeOf(file)) && !file.startsWith('areas/imports/'))
  expect(counting).toEqual([...reasons.keys()])
})

test('only one module converts Zod schemas to JSON Schema', () => {
  const tests = filesIn('tests').filter((file) => file.endsWith('.ts'))
  const insides = /\b_zod\b|\binstanceof z\.Zod(?!Error)|\btoJSONSchema\(/
  const reading = [...files, ...tests].filter((file) => insides.test(sources.get(file) ?? readFileSync(file, 'utf8')))
  // The API document copies JSON Schemas without interpreting them.
  expect(reading).toEqual(['app/server/api-components.ts', 'kit/contract/schema.ts'])
})

test('every job has a valid queue name', () => {
  expect(backgroundJobs.map(({ name }) => name).filter((name) => !/^[\w.\-/]+$/.test(name))).toEqual([])
})

test('route files have no conditions', () => {
  const lists = files.filter((file) => file.endsWith('/server/routes.ts'))
  expect(lists.length).toBeGreaterThan(2)
  expect(lists.filter((file) => /\bif\b|=>|\?/.test(codeOf(file)))).toEqual([])
})

test('only the configuration module reads environment variables', () => {
  const handedOn = ['app/server/main.ts', 'app/cli/main.ts', 'app/server/config.ts']
  expect(files.filter((file) => /process\.env\b/.test(codeOf(file)) && !handedOn.includes(file))).toEqual([])
})

test('component tests enter a text at once, because fast single keys followed by Enter are a scan', () => {
  // The search box pauses the scanner from the key that opens it, so its tests may type.
  const typed = filesIn('app', 'areas', 'kit').filter(
    (file) =>
      file.endsWith('.component.test.tsx') &&
      !/Palette|ScanHost/.test(file) &&
      /keyboard\(['`](?:[^'`]*[^'`{}]{4,}|\$\{[^}]*\})(?:\{[^}]*\})*\{(?:Enter|Tab)/.test(readFileSync(file, 'utf8')),
  )
  expect(typed).toEqual([])
})

test('no file has more lines than its limit', () => {
  const lines = (file: string) => sourceOf(file).split('\n').length
  const long = files.filter((file) => !['db/tables.ts', 'db/functions.ts'].includes(file) && lines(file) > 500)
  expect(long.map((file) => `${file}: ${lines(file)} lines`)).toEqual([])
})
