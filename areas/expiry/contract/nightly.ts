import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { DateOnly, Id, Instant, Points } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { unnamedRows } from '#kit/contract/scope.ts'
import { reconciliationRoles } from './proof.ts'

const NightlyStatus = z.enum(['Running', 'Done', 'Broken off', 'Failed'])

/** A step of a nightly batch: the number of processed records, and the first and last key. */
export const NightlyStep = z.strictObject({
  Step: z.string(),
  Done: z.int(),
  Points,
  Chunks: z.int(),
  FromKey: z.string().nullable(),
  ToKey: z.string().nullable(),
  StartedAt: Instant,
  /** End of the step; null if the step did not finish. */
  EndedAt: Instant.nullable(),
  Milliseconds: z.int().nullable(),
})
export type NightlyStep = z.infer<typeof NightlyStep>

export const NightlyRun = z.strictObject({
  NightlyRunId: Id,
  BusinessDate: z.string().meta({ format: 'date' }),
  StartedAt: Instant,
  EndedAt: Instant.nullable(),
  Milliseconds: z.int().nullable(),
  Status: NightlyStatus,
  /** Error message of a failed run. */
  Failure: z.string().nullable(),
  Done: z.int(),
  Points,
  Steps: z.array(NightlyStep),
})
export type NightlyRun = z.infer<typeof NightlyRun>

const access = { role: reconciliationRoles } as const

export const listNightlyRuns = read({
  path: '/point/nightly-batches/find-all',
  access,
  scope: unnamedRows('HQ'),
  about: ['nightly batch'],
  summary: 'Steps of the nightly batches, latest first; head office only',
  body: pageQuery(
    { Status: NightlyStatus, DateFrom: DateOnly, DateTo: DateOnly },
    { rows: 20, sort: ['StartedAt', 'BusinessDate'], direction: 'DESC' },
  ),
  reply: pageReply(NightlyRun),
})

export const runNightlyBatchNow = change({
  path: '/point/nightly-batches/run',
  access,
  scope: unnamedRows('HQ'),
  about: ['nightly batch'],
  summary: 'Requests the nightly batch now; finished steps are not repeated. Head office only',
  body: z.strictObject({}),
  reply: z.strictObject({ AskedYN: z.literal('Y') }),
})
