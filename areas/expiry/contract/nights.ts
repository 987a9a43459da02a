import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { DateOnly, Id, Instant, Points } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { noRow } from '#kit/contract/scope.ts'
import { proofRoles } from './proof.ts'

const NightStatus = z.enum(['Running', 'Done', 'Broken off', 'Failed'])

/** A step of a night: how many it did, and from whom to whom it came. */
export const NightStep = z.strictObject({
  Step: z.string(),
  Done: z.int(),
  Points,
  Portions: z.int(),
  FromKey: z.string().nullable(),
  ToKey: z.string().nullable(),
  StartedAt: Instant,
  /** null: it was not finished. */
  EndedAt: Instant.nullable(),
  Milliseconds: z.int().nullable(),
})
export type NightStep = z.infer<typeof NightStep>

export const Night = z.strictObject({
  NightRunId: Id,
  BusinessDate: z.string().meta({ format: 'date' }),
  StartedAt: Instant,
  EndedAt: Instant.nullable(),
  Milliseconds: z.int().nullable(),
  Status: NightStatus,
  /** Why it failed. */
  Failure: z.string().nullable(),
  Done: z.int(),
  Points,
  Steps: z.array(NightStep),
})
export type Night = z.infer<typeof Night>

const access = { role: proofRoles } as const

export const listNights = read({
  path: '/point/nights/find-all',
  access,
  scope: noRow('HQ'),
  about: ['night'],
  summary: 'What the nights did, step by step, the latest first; head office only',
  body: pageQuery(
    { Status: NightStatus, DateFrom: DateOnly, DateTo: DateOnly },
    { rows: 20, sort: ['StartedAt', 'BusinessDate'], direction: 'DESC' },
  ),
  reply: pageOf(Night),
})

export const runNightNow = change({
  path: '/point/nights/run',
  access,
  scope: noRow('HQ'),
  about: ['night'],
  summary: 'Asks for the work of the night now; what is done already is not done twice. Head office only',
  body: z.strictObject({}),
  reply: z.strictObject({ AskedYN: z.literal('Y') }),
})
