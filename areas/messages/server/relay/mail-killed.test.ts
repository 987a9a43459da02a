import { spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueMail } from '#kit/server/outbox.ts'
import { useApp } from '#tests/harness.ts'
import { runSize } from '#tests/run-size.ts'

// Kills a sender while the mail server receives its messages, so that their delivery is uncertain.

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

/** Starts a sender process; `ended` resolves when it has exited. */
function sender() {
  const smtpUrl = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`
  const child = spawn(process.execPath, ['tests/factories/relay-process.ts', app.url, smtpUrl], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return { kill: () => child.kill('SIGKILL'), ended }
}

const queuedMessages = () =>
  app.sql<{ message_id: string }>(`select message_id from outbox_message where status = 'Queued'`)
/** Makes claimed messages due at once. */
const makeDue = () =>
  app.sql(`update outbox_message set next_try_at = now() - interval '1 minute' where status = 'Queued'`)

test('mail relay: if senders are killed, no message is lost, and a message sent twice has the same Message-ID', async () => {
  for (let n = 0; n < MESSAGES; n++)
    await queueMail(app.db, { To: `c${n}@mail.example`, Subject: 'Hello', Body: 'Hello' }, new Date())
  const messageIds = (await queuedMessages()).map(({ message_id }) => message_id).toSorted()
  for (let turn = 0; turn < KILLS; turn++) {
    const { kill, ended } = sender()
    // Kills the sender after the server received a message and before it acknowledged it.
    onMessage = kill
    await ended
    await makeDue()
  }
  onMessage = () => {}
  const last = sender()
  await expect.poll(queuedMessages).toEqual([])
  last.kill()
  await last.ended
  expect(received.length).toBeGreaterThanOrEqual(MESSAGES)
  expect([...new Set(received)].toSorted()).toEqual(messageIds)
})
