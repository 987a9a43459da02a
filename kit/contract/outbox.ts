import { z } from 'zod'
import { read } from './endpoint.ts'
import { Instant } from './fields.ts'
import { noRow } from './scope.ts'

/** A sent message in the demo's inbox. */
export const OutboxMessage = z.strictObject({
  To: z.string(),
  Channel: z.enum(['Email', 'SMS']),
  Subject: z.string(),
  Body: z.string(),
  SentAt: Instant,
})
export type OutboxMessage = z.infer<typeof OutboxMessage>

/** Demo only: messages arrive here instead of at their recipients. */
export const devOutbox = read({
  method: 'GET',
  path: '/dev/outbox',
  access: 'public',
  scope: noRow('public'),
  summary: 'The last 100 messages of the demo, newest first',
  body: z.strictObject({}),
  reply: z.array(OutboxMessage),
})
