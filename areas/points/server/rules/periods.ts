import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { ruleRefusals as refusals } from '../../contract.ts'

// A dated part of a rule: what its state allows to be changed, the same for structures and for rates.

type Period = {
  EffectiveFrom: string
  EffectiveTo: string | null
  /** When it was ended by hand; its last day is then over before its end. */
  ExpiredAt?: Date | string | null
}

export const statusOn = (today: string, { EffectiveFrom, EffectiveTo, ExpiredAt }: Period) => {
  if (EffectiveFrom > today) return 'Inactive'
  return ExpiredAt || (EffectiveTo !== null && EffectiveTo < today) ? 'Expired' : 'Active'
}

type PeriodInput = { EffectiveFrom?: string | undefined; EffectiveTo?: string | null | undefined }

/**
 * The dates that a period has after a change. One that runs keeps its start, whatever is sent, and takes an end of today
 * or later; one that has not begun drops an end in the past. An end that is left empty stays as it is.
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

/** What points were given by must stay what it was: a period that runs takes no other values than those it has. */
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
 * Periods of a rule may be moved together: what their constraints forbid is validated once `work` is done, and `settle` says
 * it as a refusal.
 */
export async function validateTogether<Result>(
  ctx: Ctx,
  constraints: readonly string[],
  settle: (judging: Promise<unknown>) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const names = sql.join(constraints.map((name) => sql.id(name)))
  await sql`set constraints ${names} deferred`.execute(ctx.db)
  const result = await work()
  await settle(sql`set constraints ${names} immediate`.execute(ctx.db))
  return result
}

/** Turns the breach of one named constraint into its refusal; anything else stays what it is. */
export const refusingConstraint = (constraint: string, refusal: () => Error) => (error: { constraint?: string }) => {
  throw error.constraint === constraint ? refusal() : error
}
