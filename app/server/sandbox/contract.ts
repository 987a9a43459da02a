import { z } from 'zod'
import { change } from '#kit/contract/endpoint.ts'
import { Instant } from '#kit/contract/fields.ts'
import { unnamedRows } from '#kit/contract/scope.ts'

// Calls that control the sandbox, which other servers do not have.

const common = { access: 'public', scope: unnamedRows('public') } as const

/** An ISO 8601 duration in days, hours, minutes and seconds. A minus sign moves the clock back. */
const Duration = z
  .string()
  .regex(/^-?P(?=\d|T\d)(\d{1,5}D)?(T(?=\d)(\d{1,5}H)?(\d{1,5}M)?(\d{1,6}S)?)?$/, 'Use a duration like PT1H')

export const moveClock = change({
  ...common,
  path: '/dev/clock',
  summary: 'Sets the clock of the sandbox, or moves it by a duration; an empty body returns its time',
  body: z
    .strictObject({ Now: Instant.optional(), Advance: Duration.optional() })
    .refine(({ Now, Advance }) => Now === undefined || Advance === undefined, 'Send Now or Advance'),
  reply: z.strictObject({ Now: Instant }),
})

export const Fault = z.strictObject({
  /** The complete path of the call that gets the fault, such as /api/1.0/point/redemption. */
  Path: z.string().regex(/^\/(?!api\/1\.0\/dev\/)[\w./-]{1,200}$/, 'Use a path like /api/1.0/point/redemption'),
  /** The number of requests that get the fault. */
  Requests: z.int().min(1).max(1_000).default(1),
  /** The milliseconds that the fault waits before the request is processed. */
  DelayMs: z.int().min(0).max(60_000).default(0),
  /** The HTTP status with which the fault refuses the request without executing the call. */
  Status: z.union([z.literal(429), z.literal(503)]).optional(),
  /** The seconds in the Retry-After header of the fault's refusal. */
  RetryAfter: z.int().min(1).max(3_600).default(1),
  /** Cuts the connection: before the call is executed, or after its execution and before the reply. */
  Cut: z.enum(['Before', 'After']).optional(),
})
export type Fault = z.infer<typeof Fault>

export const planFaults = change({
  ...common,
  path: '/dev/faults',
  summary: 'Replaces the planned faults of the sandbox; the first one with the path of a request applies to it',
  body: z.strictObject({ Faults: z.array(Fault).max(100) }),
  reply: z.strictObject({ Faults: z.array(Fault) }),
})
