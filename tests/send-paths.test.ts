import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Lists every code path that sends a message, with the reason if it does not check consent (P3).
// Marketing messages use one path, which checks consent; the others send on request, or a security warning.

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

test('only one module writes messages to the outbox', () => {
  expect(filesWith(/insert into outbox_message|insertInto\('OutboxMessage'\)/)).toEqual(['kit/server/outbox.ts'])
  expect(filesWith(/\bqueueMail\(/).filter((file) => file !== 'kit/server/outbox.ts')).toEqual([
    'areas/exports/server/run-export.ts',
    'areas/messages/server/customer-messages.ts',
    'areas/messages/server/queue.ts',
    'kit/server/call-ctx.ts',
    'kit/server/job-context.ts',
  ])
})

/** Messages that need no consent, because the recipient requested them or must be warned. */
const service: Readonly<Record<string, string>> = {
  'areas/access/server/account-messages.ts': 'codes and warnings for accounts of staff',
  'areas/exports/server/schedules/mail-export.ts': 'a scheduled report for staff with access to it',
  'areas/self-service/server/profile/contact.ts': 'warns the previous address of its replacement',
  'areas/self-service/server/reset-sign-in.ts': 'the link that the member requests at the counter',
  'areas/self-service/server/sessions/sign-in.ts': 'the sign-in code of a member',
  'areas/self-service/server/verification/send-email-verification.ts': 'the verification code of an address',
}

test('a message that a call sends directly is a code, a link or a warning', () => {
  expect(filesWith(/\bctx\.mail\(/)).toEqual(Object.keys(service))
})

test('a message to a customer is queued only after a check of consent, hours and caps', () => {
  const writers = filesWith(/\benqueueMessage\(/).filter((file) => file !== 'areas/messages/server/queue.ts')
  expect(writers).toEqual([
    'areas/messages/server/customer-messages.ts',
    'areas/messages/server/occasions.ts',
    'areas/messages/server/write-one.ts',
  ])
  for (const { file, text } of sources.filter(({ file }) => writers.includes(file)))
    expect([file, /\bfindBlockingReason\(/.test(text)]).toEqual([file, true])
})

test('a message is sent again only after another check of its consent', () => {
  const again = filesWith(/\brequeueMail\(/).filter((file) => file !== 'kit/server/outbox.ts')
  expect(again).toEqual(['areas/messages/server/contact-log.ts'])
  expect(filesWith(/\bhasConsent\(/)).toEqual(expect.arrayContaining(again))
})
