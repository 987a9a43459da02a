import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// P3: every way by which a message leaves. Marketing goes out by one of them, behind the question about consent; each of the others
// writes because somebody asked for it just now, or has to be warned. A new one needs its line here, and its reason.

const root = join(import.meta.dirname, '..')
const sources = ['areas', 'kit', 'app']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.(ts|sql)$/.test(file) && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
const filesWith = (pattern: RegExp) =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .sort()

test('the outbox is written at one place, for the mail of a call or of a job, for letters to customers, for a test that staff send themselves, and for reports to staff', () => {
  expect(filesWith(/insert into outbox_message|insertInto\('OutboxMessage'\)/)).toEqual(['kit/server/outbox.ts'])
  expect(filesWith(/\bqueueMail\(/).filter((file) => file !== 'kit/server/outbox.ts')).toEqual([
    'areas/exports/server/run-export.ts',
    'areas/messages/server/customer-messages.ts',
    'areas/messages/server/queue.ts',
    'kit/server/call-ctx.ts',
    'kit/server/job-context.ts',
  ])
})

/** Messages that need no consent, each of which its reader caused or has to know of. */
const service: Readonly<Record<string, string>> = {
  'areas/access/server/reader.ts': 'codes and warnings for accounts of staff',
  'areas/exports/server/schedules/mail-export.ts':
    'a report for staff who may open it, on the days that one of them chose',
  'areas/self-service/server/profile/contact.ts': 'warns the address of before that another stands there now',
  'areas/self-service/server/reset-sign-in.ts': 'the link that the member asks for at the counter',
  'areas/self-service/server/verification/send-verification.ts': 'the code that proves an address',
  'areas/self-service/server/visits/sign-in.ts': 'the code that a member signs in with',
}

test('a call’s own mail is a code, a link or a warning', () => {
  expect(filesWith(/\bctx\.mail\(/)).toEqual(Object.keys(service))
})

test('who queues a letter to a customer asks first whether they may be written to', () => {
  const askers = filesWith(/\bqueueLetter\(/).filter((file) => file !== 'areas/messages/server/queue.ts')
  expect(askers).toEqual([
    'areas/messages/server/customer-messages.ts',
    'areas/messages/server/occasions.ts',
    'areas/messages/server/write-one.ts',
  ])
  for (const { file, text } of sources.filter(({ file }) => askers.includes(file)))
    expect([file, /\bblockedBy\(/.test(text)]).toEqual([file, true])
})

test('who sends a message again asks once more', () => {
  const again = filesWith(/\brequeueMail\(/).filter((file) => file !== 'kit/server/outbox.ts')
  expect(again).toEqual(['areas/messages/server/contact-log.ts'])
  expect(filesWith(/\bisWanted\(/)).toEqual(expect.arrayContaining(again))
})
