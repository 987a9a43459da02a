import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { refuseLateUndo, statusBeforeDelete } from '#kit/server/undo.ts'
import type * as contract from '../contract.ts'
import { type ConditionGroup, type Segment, segmentRefusals } from '../contract.ts'
import { compileConditions } from './compile.ts'

const tables = sql`segment s left join user_account u on u.user_id = s.owner_id left join staff on staff.staff_id = u.staff_id`
const owner = sql`coalesce(staff.full_name, u.display_name)`
const columns = sql`s.segment_id, s.name, s.description, s.conditions, s.status, ${owner} as owner_name, s.version, s.created_at, s.updated_at`

export const listSegments = (_: Ctx, { Search }: Input<typeof contract.listSegments>) =>
  sqlList({
    from: tables,
    where: [
      Search.Status ? equals('s.status', Search.Status) : sql`s.status <> 'Deleted'`,
      contains('s.name', Search.Name),
    ],
    select: sql<Segment>`${columns}`,
    sort: {
      Name: 's.name',
      Status: 's.status',
      OwnerName: owner,
      UpdatedAt: 's.updated_at',
      CreatedAt: 's.created_at',
    },
    tie: 's.segment_id',
  })

export async function findSegment(ctx: Pick<Ctx, 'db'>, SegmentId: number): Promise<Segment> {
  const { rows } = await sql<Segment>`select ${columns} from ${tables} where s.segment_id = ${SegmentId}`.execute(
    ctx.db,
  )
  if (!rows[0]) throw segmentRefusals.notFound()
  return rows[0]
}

export async function getSegment(ctx: Ctx, { SegmentId }: Input<typeof contract.getSegment>) {
  const segment = await findSegment(ctx, SegmentId)
  if (segment.Status === 'Deleted') throw segmentRefusals.notFound()
  return segment
}

/** Rejects invalid conditions before a segment is saved, by compiling them. */
const assertValidConditions = (ctx: Ctx, conditions: ConditionGroup) => compileConditions(ctx, conditions)

export async function addSegment(ctx: Ctx, { Conditions, ...fields }: Input<typeof contract.addSegment>) {
  await assertValidConditions(ctx, Conditions)
  const { SegmentId } = await ctx.db
    .insertInto('Segment')
    .values({
      ...fields,
      Conditions: JSON.stringify(Conditions),
      OwnerId: ctx.actor.userId,
      CreatedById: ctx.actor.userId,
      CreatedAt: ctx.now,
      UpdatedAt: ctx.now,
    })
    .returning('SegmentId')
    .executeTakeFirstOrThrow()
    .catch(refuseDuplicate(fields.Name))
  return auditAndFind(ctx, SegmentId, 'Create')
}

export async function updateSegment(
  ctx: Ctx,
  { SegmentId, Version, Conditions, ...changes }: Input<typeof contract.updateSegment>,
) {
  const before = await lockSegment(ctx, SegmentId)
  if (before.Status === 'Deleted') throw segmentRefusals.deleted()
  if (before.Version !== Version) throw staleVersionRefusal(await findSegment(ctx, SegmentId))
  if (Conditions) await assertValidConditions(ctx, Conditions)
  await ctx.db
    .updateTable('Segment')
    .set({
      ...changes,
      ...(Conditions && { Conditions: JSON.stringify(Conditions) }),
      Version: Version + 1,
      UpdatedById: ctx.actor.userId,
      UpdatedAt: ctx.now,
    })
    .where('SegmentId', '=', SegmentId)
    .execute()
    .catch(refuseDuplicate(changes.Name ?? before.Name))
  return auditAndFind(ctx, SegmentId, 'Update')
}

export async function deleteSegment(ctx: Ctx, { SegmentId }: Input<typeof contract.deleteSegment>) {
  const before = await lockSegment(ctx, SegmentId)
  if (before.Status === 'Deleted') throw segmentRefusals.deleted()
  return setStatus(ctx, before, 'Deleted', 'Delete')
}

export async function restoreSegment(ctx: Ctx, { SegmentId }: Input<typeof contract.restoreSegment>) {
  const before = await lockSegment(ctx, SegmentId)
  if (before.Status !== 'Deleted') throw segmentRefusals.notDeleted()
  refuseLateUndo(ctx, before.UpdatedAt, segmentRefusals.undoOver)
  const status = await statusBeforeDelete(ctx, 'Segment', SegmentId)
  return setStatus(ctx, before, status as Segment['Status'], 'Restore')
}

type LockedSegment = Awaited<ReturnType<typeof lockSegment>>

async function lockSegment(ctx: Ctx, SegmentId: number) {
  const row = await ctx.db
    .selectFrom('Segment')
    .selectAll()
    .where('SegmentId', '=', SegmentId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw segmentRefusals.notFound()
  return row
}

async function setStatus(
  ctx: Ctx,
  { SegmentId, Version, Name }: LockedSegment,
  Status: Segment['Status'],
  action: string,
) {
  await ctx.db
    .updateTable('Segment')
    .set({ Status, Version: Version + 1, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .where('SegmentId', '=', SegmentId)
    .execute()
    .catch(refuseDuplicate(Name))
  return auditAndFind(ctx, SegmentId, action)
}

async function auditAndFind(ctx: Ctx, SegmentId: number, action: string) {
  ctx.audit(`${action} Segment`, 'Segment', SegmentId, `${action} Segment in Segment. SegmentId - ${SegmentId}`)
  return findSegment(ctx, SegmentId)
}

const refuseDuplicate =
  (Name: string) =>
  (error: { constraint?: string }): never => {
    throw error.constraint === 'segment_name' ? segmentRefusals.nameTaken({ Name }) : error
  }
