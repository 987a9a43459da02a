import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { ruleRefusals as refusals } from '../../contract.ts'

// The periods of structures and rates: which changes their state allows.

type Period = {
  EffectiveFrom: string
  EffectiveTo: string | null
  /** When the period was ended manually; its last day then ends before midnight. */
  ExpiredAt?: Date | string | null
}

export const statusOn = (today: string, { EffectiveFrom, EffectiveTo, ExpiredAt }: Period) => {
  if (EffectiveFrom > today) return 'Inactive'
  return ExpiredAt || (EffectiveTo !== null && EffectiveTo < today) ? 'Expired' : 'Active'
}

type PeriodInput = { EffectiveFrom?: string | undefined; EffectiveTo?: string | null | undefined }

/**
 * The dates of a period after a change. A running period keeps its start, whatever is sent, and accepts an end of today or
 * later. A future period drops an end in the past. An omitted end stays as it is.
 */
export function periodAfter(today: string, present: Period, input: PeriodInput): Period {
  refuseExpired(today, present)
  if (statusOn(today, present) === 'Active') {
    if (input.EffectiveTo && input.EffectiveTo < today) throw refusals.endInPast({ Date: today })
    return { EffectiveFrom: present.EffectiveFrom, EffectiveTo: input.EffectiveTo ?? present.EffectiveTo }
  }
  const EffectiveFrom = input.EffectiveFrom ?? present.EffectiveFrom
  if (EffectiveFrom < today) throw refusals.startInPast({ Date: today })
  const requested = input.EffectiveTo && input.EffectiveTo >= today ? input.EffectiveTo : present.EffectiveTo
  refuseReversed(EffectiveFrom, requested)
  return { EffectiveFrom, EffectiveTo: requested }
}

export function refuseReversed(from: string, to: string | null | undefined) {
  if (to && to < from) throw refusals.endBeforeStart()
}

export function refuseExpired(today: string, period: Period) {
  if (statusOn(today, period) === 'Expired') throw refusals.expired({ Date: period.EffectiveTo! })
}

/** Rejects changed values of a running period, because points that it gave must stay explained. */
export function refuseChangeWhileRunning<Values extends object>(
  today: string,
  present: Period & Values,
  input: { [Name in keyof Values]?: Values[Name] | undefined },
  names: readonly (keyof Values)[],
) {
  if (statusOn(today, present) !== 'Active') return
  const differs = names.some((name) => input[name] !== undefined && (input[name] ?? null) !== (present[name] ?? null))
  if (differs) throw refusals.running({ Date: present.EffectiveFrom })
}

/**
 * Allows periods of a rule to be moved together: deferred constraints are checked after `work`, and `settle` maps a violation
 * to its error.
 */
export async function validateTogether<Result>(
  ctx: Ctx,
  constraints: readonly string[],
  settle: (check: Promise<unknown>) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const names = sql.join(constraints.map((name) => sql.id(name)))
  await sql`set constraints ${names} deferred`.execute(ctx.db)
  const result = await work()
  await settle(sql`set constraints ${names} immediate`.execute(ctx.db))
  return result
}

/** Maps the violation of one named constraint to its error; rethrows anything else. */
export const refusingConstraint = (constraint: string, refusal: () => Error) => (error: { constraint?: string }) => {
  throw error.constraint === constraint ? refusal() : error
}
