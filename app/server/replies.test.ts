import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { installErrorHandler } from './replies.ts'

/** Returns the log of a call that throws `error`, and whether the caller received a reply. */
async function logOf(error: Error, { isGone }: { isGone: boolean }) {
  const lines: string[] = []
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } })
  installErrorHandler(app)
  app.get('/', async (_, reply) => {
    if (isGone) reply.raw.destroy()
    throw error
  })
  const status = await app.inject('/').then(
    (reply) => reply.statusCode,
    () => 'no reply',
  )
  await app.close()
  return { status, lines: lines.length }
}

test('reply: a failure while sending is logged and becomes 500, unless the client has already disconnected', async () => {
  const failure = new Error('Premature close')
  expect(await logOf(failure, { isGone: false })).toEqual({ status: 500, lines: 1 })
  expect(await logOf(failure, { isGone: true })).toEqual({ status: 'no reply', lines: 0 })
})
