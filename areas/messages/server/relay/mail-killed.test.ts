import { spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueMail } from '#kit/server/outbox.ts'
import { useApp } from '#tests/harness.ts'
import { runSize } from '#tests/run-size.ts'

// A sender is killed while the mail server takes its messages: nobody knows then whether they arrived.

const KILLS = runSize({ quick: 1, full: 4 })
const MESSAGES = 8
const app = useApp()
const received: string[] = []
let onMessage: () => void = () => {}
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    let text = ''
    stream.on('data', (part) => {
      text += part
    })
    stream.on('end', () => {
      received.push(/Message-ID: <([\da-f-]+)@/.exec(text)![1]!)
      onMessage()
      done()
    })
  },
})
smtp.on('error', () => {})
beforeAll(() => new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())))

/** A sender, and the moment at which it has ended. */
function sender() {
  const smtpUrl = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`
  const child = spawn(process.execPath, ['tests/factories/relay-process.ts', app.url, smtpUrl], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return { kill: () => child.kill('SIGKILL'), ended }
}

const waiting = () => app.sql<{ message_id: string }>(`select message_id from outbox_message where status = 'Queued'`)
/** The next one need not wait for the next try of what the last one had taken. */
const hurry = () =>
  app.sql(`update outbox_message set next_try_at = now() - interval '1 minute' where status = 'Queued'`)

test('senders that are killed in the middle lose no message, and what arrives twice has one number', async () => {
  for (let one = 0; one < MESSAGES; one++)
    await queueMail(app.db, { To: `c${one}@mail.example`, Subject: 'Hello', Body: 'Hello' }, new Date())
  const numbers = (await waiting()).map(({ message_id }) => message_id).toSorted()
  for (let turn = 0; turn < KILLS; turn++) {
    const { kill, ended } = sender()
    // Killed in the moment in which the mail server has a message and has not said so yet.
    onMessage = kill
    await ended
    await hurry()
  }
  onMessage = () => {}
  const last = sender()
  await expect.poll(waiting).toEqual([])
  last.kill()
  await last.ended
  expect(received.length).toBeGreaterThanOrEqual(MESSAGES)
  expect([...new Set(received)].toSorted()).toEqual(numbers)
})
