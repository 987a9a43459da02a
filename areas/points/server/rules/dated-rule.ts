import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { mapDatabaseRefusal } from '#kit/server/database-refusal.ts'
import type { RowFilter } from '#kit/server/filters.ts'
import { type QueryableList, readFirstRow } from '#kit/server/list.ts'
import { untypedDatabase } from '#kit/server/record.ts'
import { refuseLateUndo, statusBeforeDelete } from '#kit/server/undo.ts'
import { refuseStaleVersion } from '#kit/server/version.ts'
import { pointRuleRefusals } from '../../contract.ts'

// A dated rule is a versioned record whose values apply in periods that do not overlap.
// Point rates and point structures are the two dated rules; each of them declares only its differences.

type Values = Record<string, unknown>
type Stored = Values & { Status: string; Version: number; UpdatedAt: string }
type Dates = { EffectiveFrom: string; EffectiveTo?: string | null | undefined }
type Period = { EffectiveFrom: string; EffectiveTo: string | null; Status: string }
type PeriodChanges = { [Name in keyof Dates]?: Dates[Name] | undefined } & Values
type YN = 'Y' | 'N'
type RuleChanges = {
  id: number
  Version?: number | undefined
  EndOtherYN?: YN
  Details?: readonly object[] | undefined
}

type Declaration<Rule, Key, PeriodKey, NewPeriod> = {
  table: 'PointRate' | 'PointStructure'
  periodTable: 'PointRateDetail' | 'PointStructureDetail'
  key: Key
  periodKey: PeriodKey
  /** Name of the rule in the audit log. */
  title: 'Point Rate' | 'Point Structure'
  /** Fields of a period that are fixed while the period runs, because points refer to their values. */
  values: readonly string[]
  /** True if staff can end a running period at once (Expire), so that another period can begin on the same day. */
  expires: boolean
  /** True if a period in the past can be added. */
  allowsPast: boolean
  constraints: { taken: string; overlap: string }
  refusals: Record<'notFound' | 'deleted' | 'notDeleted' | 'periodNotFound', () => Error> & {
    taken: (rule: Values) => Error
  }
  /** Builds the query of a list of rules; `details` is the SQL expression of a rule's periods. */
  list: (ctx: Ctx, where: readonly RowFilter[], details: RawBuilder<unknown>) => QueryableList<Rule>
  /** Fills in the defaults of a period that is added with an update of the rule, or throws an error. */
  completePeriod: (ctx: Ctx, period: Partial<NewPeriod>) => NewPeriod & Dates
  /** Validation across several rules: a lock before any row lock, deferred constraints, and a step after the change. */
  across?: {
    lock: (ctx: Ctx) => Promise<unknown>
    constraints: readonly string[]
    settle: (ctx: Ctx, id: number, EndOtherYN: YN) => Promise<void>
  }
}

/** Operations that point rates and point structures share, and building blocks for the operations of each rule. */
export class DatedRuleUseCases<
  Rule extends { Details: readonly Period[] },
  Key extends string,
  PeriodKey extends string,
  NewPeriod,
> {
  readonly #declared: Declaration<Rule, Key, PeriodKey, NewPeriod>

  constructor(declared: Declaration<Rule, Key, PeriodKey, NewPeriod>) {
    this.#declared = declared
  }

  /** Lists rules with their periods. */
  list(ctx: Ctx, where: readonly RowFilter[]) {
    const { list, periodTable, key, expires } = this.#declared
    const fields = this.#columnsOn(ctx.today).flatMap(([name, column]) => [sql.lit(name), column])
    const order = expires ? sql`d.effective_from, d.expired_at nulls last` : sql`d.effective_from`
    const details = sql`coalesce((select jsonb_agg(jsonb_build_object(${sql.join(fields)}) order by ${order})
      from ${sql.table(periodTable)} d where d.${sql.ref(key)} = rule.${sql.ref(key)} and d.status = 'Active'), '[]')`
    return list(ctx, where, details)
  }

  /** SQL expression of the status of period `d`, which follows from the period's dates. */
  statusOn(today: string) {
    return sql`case when d.status = 'Deleted' then 'Deleted' when d.effective_from > ${today} then 'Inactive'
      when d.effective_to < ${today}${this.#declared.expires ? sql` or d.expired_at is not null` : sql``} then 'Expired' else 'Active' end`
  }

  #columnsOn(today: string): [name: string, column: RawBuilder<unknown>][] {
    const { key, periodKey, values } = this.#declared
    return [
      ...[periodKey, key, 'EffectiveFrom', 'EffectiveTo'].map((name): [string, RawBuilder<unknown>] => [
        name,
        sql`d.${sql.ref(name)}`,
      ]),
      ...values.map((name): [string, RawBuilder<unknown>] => [name, sql`d.${sql.ref(name)}::text`]),
      ['Status', this.statusOn(today)],
    ]
  }

  /** Returns a rule with its periods, even if the rule is deleted. */
  async read(ctx: Ctx, id: number) {
    const { key } = this.#declared
    return (await readFirstRow(ctx, this.list(ctx, [sql`rule.${sql.ref(key)} = ${id}`])))!
  }

  /** Returns a rule with its periods; a deleted rule is reported as not found. */
  async get(ctx: Ctx, id: number) {
    const rule = await this.read(ctx, id)
    if (!rule || (rule as Values).Status === 'Deleted') throw this.#declared.refusals.notFound()
    return rule
  }

  /** Returns a period, even if it is deleted. */
  async readPeriod(ctx: Ctx, id: number) {
    const { periodTable, periodKey, refusals } = this.#declared
    const columns = this.#columnsOn(ctx.today).map(([name, column]) => sql`${column} as ${sql.ref(name)}`)
    const { rows } = await sql<Rule['Details'][number] & Record<Key, number>>`
      select ${sql.join(columns)} from ${sql.table(periodTable)} d where ${sql.ref(periodKey)} = ${id}`.execute(ctx.db)
    if (!rows[0]) throw refusals.periodNotFound()
    return rows[0]
  }

  audit(ctx: Ctx, verb: string, id: number) {
    const { table, title, key } = this.#declared
    ctx.audit(`${verb} ${title}`, table, id, `${verb} ${title} in ${title}. ${key} - ${id}`)
  }

  #auditPeriod(ctx: Ctx, verb: string, id: number) {
    const { periodTable, title, periodKey } = this.#declared
    ctx.audit(`${verb} ${title} Detail`, periodTable, id, `${verb} ${title} Detail in ${title}. ${periodKey} - ${id}`)
  }

  /** Locks the row of a rule. Every change of a period locks its rule first, so that changes are serialized. */
  async #lock(ctx: Ctx, id: number) {
    const { table, key, refusals } = this.#declared
    const rule = await untypedDatabase(ctx)
      .selectFrom(table)
      .selectAll()
      .where(key as string, '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!rule) throw refusals.notFound()
    return rule as Stored
  }

  async #lockUndeleted(ctx: Ctx, id: number, refused = this.#declared.refusals.deleted) {
    const rule = await this.#lock(ctx, id)
    if (rule.Status === 'Deleted') throw refused()
    return rule
  }

  /** Updates a locked rule and increments its version, so that an open form of the rule is rejected as outdated. */
  #write(ctx: Ctx, rule: Stored, changes: Values = {}) {
    const { table, key } = this.#declared
    return untypedDatabase(ctx)
      .updateTable(table)
      .set({ ...changes, Version: rule.Version + 1, UpdatedAt: ctx.now })
      .where(key as string, '=', rule[key] as number)
      .execute()
      .catch((error: { constraint?: string }) => this.#throwTaken(error, { ...rule, ...changes }))
  }

  /** Adds a rule with its periods and returns its id. */
  async insert(ctx: Ctx, rule: object, periods: readonly (NewPeriod & Dates)[]) {
    const { table, key } = this.#declared
    const id = await insertRow(ctx, table, key, rule).catch((error: { constraint?: string }) =>
      this.#throwTaken(error, rule as Values),
    )
    for (const period of periods) await this.#insertPeriod(ctx, { ...period, [key]: id })
    return id
  }

  #throwTaken(error: { constraint?: string }, rule: Values): never {
    const { constraints, refusals } = this.#declared
    throw error.constraint === constraints.taken ? refusals.taken(rule) : error
  }

  #insertPeriod(ctx: Ctx, period: NewPeriod & Dates) {
    const { allowsPast, periodTable, periodKey } = this.#declared
    refuseReversed(period.EffectiveFrom, period.EffectiveTo)
    if (!allowsPast && period.EffectiveTo && period.EffectiveTo < ctx.today)
      throw pointRuleRefusals.endInPast({ Date: ctx.today })
    return insertRow(ctx, periodTable, periodKey, period)
  }

  /** Updates fields of a period without validation. */
  writePeriod(ctx: Ctx, period: object, changes: Values) {
    const { periodTable, periodKey } = this.#declared
    return untypedDatabase(ctx)
      .updateTable(periodTable)
      .set({ ...changes, UpdatedAt: ctx.now })
      .where(periodKey as string, '=', (period as Values)[periodKey] as number)
      .execute()
  }

  /** Updates a period after checking that the period's status allows the changes. */
  #changePeriod(ctx: Ctx, present: Period & Values, { EffectiveFrom, EffectiveTo, ...changes }: PeriodChanges) {
    const dates = datesAfter(ctx.today, present, { EffectiveFrom, EffectiveTo })
    const differs = (name: string) => changes[name] !== undefined && (changes[name] ?? null) !== (present[name] ?? null)
    if (present.Status === 'Active' && this.#declared.values.some(differs))
      throw pointRuleRefusals.running({ Date: present.EffectiveFrom })
    return this.writePeriod(ctx, present, { ...changes, ...dates })
  }

  /** Updates and adds periods of one rule; an ended period stays unchanged. */
  async #savePeriods(ctx: Ctx, id: number, present: readonly Period[], inputs: readonly PeriodChanges[]) {
    const { key, periodKey, completePeriod, refusals } = this.#declared
    for (const { [periodKey]: periodId, ...input } of inputs) {
      if (periodId === undefined) {
        await this.#insertPeriod(ctx, { ...completePeriod(ctx, input as object as Partial<NewPeriod>), [key]: id })
        continue
      }
      const period = (present as readonly (Period & Values)[]).find((detail) => detail[periodKey] === periodId)
      if (!period) throw refusals.periodNotFound()
      if (period.Status !== 'Expired') await this.#changePeriod(ctx, period, input)
    }
  }

  /** Runs `change`, which returns a rule's id, and validates overlaps afterwards, so that several periods can move. */
  async changeTogether(ctx: Ctx, change: () => Promise<number>, EndOtherYN: YN = 'N') {
    const { across, constraints } = this.#declared
    const names = sql.join([constraints.overlap, ...(across?.constraints ?? [])].map((name) => sql.id(name)))
    await across?.lock(ctx)
    await sql`set constraints ${names} deferred`.execute(ctx.db)
    const id = await change()
    await across?.settle(ctx, id, EndOtherYN)
    const validation = sql`set constraints ${names} immediate`.execute(ctx.db)
    await mapDatabaseRefusal(validation, { structureBeside: pointRuleRefusals.structureBesideStays }).catch(
      (error: { constraint?: string }) => {
        throw error.constraint === constraints.overlap ? pointRuleRefusals.periodsOverlap() : error
      },
    )
    return id
  }

  /** Changes one period under the lock of its rule and returns the period. */
  async changeOnePeriod(
    ctx: Ctx,
    verb: 'Update' | 'Expire' | 'Delete' | 'Restore',
    id: number,
    change: (period: Period & Values) => Promise<unknown>,
    EndOtherYN?: YN,
  ) {
    const { [this.#declared.key]: ruleId } = await this.readPeriod(ctx, id)
    const changeUnderLock = async () => {
      await this.#write(ctx, await this.#lockUndeleted(ctx, ruleId))
      const period = await this.readPeriod(ctx, id)
      if (verb === 'Restore' && period.Status !== 'Deleted') throw pointRuleRefusals.detailNotDeleted()
      if (verb !== 'Restore' && period.Status === 'Deleted') throw pointRuleRefusals.detailDeleted()
      await change(period)
      return ruleId
    }
    await this.changeTogether(ctx, changeUnderLock, EndOtherYN)
    this.#auditPeriod(ctx, verb, id)
    return this.readPeriod(ctx, id)
  }

  /** Adds a period to a rule and returns the period. */
  async addPeriod(ctx: Ctx, { EndOtherYN, ...period }: NewPeriod & Dates & Record<Key, number> & { EndOtherYN?: YN }) {
    const { [this.#declared.key]: ruleId } = period as Record<Key, number>
    let id!: number
    const change = async () => {
      await this.#write(ctx, await this.#lockUndeleted(ctx, ruleId, this.#declared.refusals.notFound))
      id = await this.#insertPeriod(ctx, period as NewPeriod & Dates)
      return ruleId
    }
    await this.changeTogether(ctx, change, EndOtherYN)
    this.#auditPeriod(ctx, 'Add', id)
    return this.readPeriod(ctx, id)
  }

  /** Changes a future period, or the end of a running period; sales refer to the other values of a running period. */
  updatePeriod(ctx: Ctx, { EndOtherYN, ...input }: PeriodChanges & { EndOtherYN?: YN }) {
    const { [this.#declared.periodKey]: id, ...changes } = input as PeriodChanges
    return this.changeOnePeriod(
      ctx,
      'Update',
      id as number,
      (period) => this.#changePeriod(ctx, period, changes),
      EndOtherYN,
    )
  }

  /** Updates a rule and its periods; `changesOf` validates the rule's own fields and returns their new values. */
  async update(ctx: Ctx, input: RuleChanges, changesOf: (present: Rule) => Promise<object>) {
    const { id, Version: sent, EndOtherYN, Details = [] } = input
    const change = async () => {
      const rule = await this.#lockUndeleted(ctx, id)
      const present = await this.read(ctx, id)
      await refuseStaleVersion(ctx, { record: [this.#declared.table, id], sent, present: rule.Version }, () => present)
      await this.#write(ctx, rule, (await changesOf(present)) as Values)
      await this.#savePeriods(ctx, id, present.Details, Details as readonly PeriodChanges[])
      return id
    }
    await this.changeTogether(ctx, change, EndOtherYN)
    this.audit(ctx, 'Update', id)
    return this.read(ctx, id)
  }

  /** Marks a rule as Deleted. Points earned by the rule stay and still refer to it. */
  async remove(ctx: Ctx, id: number) {
    await this.#write(ctx, await this.#lockUndeleted(ctx, id), { Status: 'Deleted' })
    this.audit(ctx, 'Delete', id)
    return this.read(ctx, id)
  }

  /** Restores a deleted rule within 30 seconds. */
  async restore(ctx: Ctx, id: number) {
    const { table, refusals } = this.#declared
    await this.changeTogether(ctx, async () => {
      const rule = await this.#lock(ctx, id)
      if (rule.Status !== 'Deleted') throw refusals.notDeleted()
      refuseLateUndo(ctx, rule.UpdatedAt, pointRuleRefusals.undoOver)
      const before = await statusBeforeDelete(ctx, table, id)
      await this.#write(ctx, rule, { Status: before === 'Active' ? 'Active' : 'Inactive' })
      return id
    })
    this.audit(ctx, 'Restore', id)
    return this.read(ctx, id)
  }
}

/** Adds a row that records its creator, and returns its generated id. */
async function insertRow(ctx: Ctx, table: string, id: string, row: object) {
  const inserted = await untypedDatabase(ctx)
    .insertInto(table)
    .values({ ...row, CreatedById: ctx.actor.userId, CreatedAt: ctx.now, UpdatedAt: ctx.now })
    .returning(id)
    .executeTakeFirstOrThrow()
  return inserted[id] as number
}

/**
 * Returns the dates of a period after a change. If the change has no end date, the period keeps its end date.
 * A running period keeps its start, whatever is sent, and accepts an end of today or later.
 * A future period drops an end in the past.
 */
function datesAfter(today: string, present: Period, changes: PeriodChanges) {
  refuseExpiredPeriod(present)
  if (present.Status === 'Active') {
    if (changes.EffectiveTo && changes.EffectiveTo < today) throw pointRuleRefusals.endInPast({ Date: today })
    return { EffectiveTo: changes.EffectiveTo ?? present.EffectiveTo }
  }
  const EffectiveFrom = changes.EffectiveFrom ?? present.EffectiveFrom
  if (EffectiveFrom < today) throw pointRuleRefusals.startInPast({ Date: today })
  const EffectiveTo = changes.EffectiveTo && changes.EffectiveTo >= today ? changes.EffectiveTo : present.EffectiveTo
  refuseReversed(EffectiveFrom, EffectiveTo)
  return { EffectiveFrom, EffectiveTo }
}

function refuseReversed(from: string, to: string | null | undefined) {
  if (to && to < from) throw pointRuleRefusals.endBeforeStart()
}

export function refuseExpiredPeriod({ Status, EffectiveTo }: Period) {
  if (Status === 'Expired') throw pointRuleRefusals.expired({ Date: EffectiveTo! })
}
