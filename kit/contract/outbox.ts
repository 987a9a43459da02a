import { z } from 'zod'
import { read } from './endpoint.ts'
import { Instant } from './fields.ts'
import { unnamedRows } from './scope.ts'

/** A sent message, as shown in the inbox of the demo. */
export const OutboxMessage = z.strictObject({
  To: z.string(),
  Channel: z.enum(['Email', 'SMS']),
  Subject: z.string(),
  Body: z.string(),
  SentAt: Instant,
})
export type OutboxMessage = z.infer<typeof OutboxMessage>

/** Lists the messages of a demo, where messages are not sent to their recipients. */
export const devOutbox = read({
  method: 'GET',
  path: '/dev/outbox',
  access: 'public',
  scope: unnamedRows('public'),
  summary: 'The last 100 messages of the demo, newest first',
  body: z.strictObject({}),
  reply: z.array(OutboxMessage),
})
