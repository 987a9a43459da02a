import { sql } from 'kysely'
import { checkedValues } from '#areas/custom-fields/server/index.ts'
import { giveFiles } from '#areas/media/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refuseLateUndo, statusBeforeDelete } from '#kit/server/undo.ts'
import { refuseStale } from '#kit/server/version.ts'
import type * as contract from '../contract/tasks.ts'
import { refusals, SNOOZE_DAYS } from '../contract/tasks.ts'
import { lockTask, rightsOf, viewTask } from './task-rows.ts'

type Locked = Awaited<ReturnType<typeof lockTask>>

export async function getTask(ctx: Ctx, { TaskId }: Input<typeof contract.getTask>) {
  const task = await viewTask(ctx, TaskId)
  if (task.Status === 'Deleted') throw refusals.notFound()
  return task
}

/** The building that does it: one's own, and of head office any active one. */
async function placeFor(ctx: Ctx, SSOBuildingId: number | undefined): Promise<number> {
  const { actor, db } = ctx
  const wanted = SSOBuildingId ?? actor.buildingId
  if (!actor.isHQ && wanted !== actor.buildingId) throw refusals.ownOutletOnly()
  const place = await db
    .selectFrom('Building')
    .select('BuildingId')
    .where('BuildingId', '=', wanted)
    .where('Status', '=', 'Active')
    .executeTakeFirst()
  if (!place) throw refusals.noOutlet({ SSOBuildingId: wanted ?? 0 })
  return place.BuildingId
}

async function refuseUnknownGroup({ db }: Ctx, GroupCode: string | null | undefined) {
  if (!GroupCode) return
  const group = await db
    .selectFrom('TaskGroup')
    .select('Code')
    .where('Code', '=', GroupCode)
    .where('Status', '=', 'Active')
    .executeTakeFirst()
  if (!group) throw refusals.noGroup({ GroupCode })
}

const mayOwn = ({ db }: Ctx, StaffId: number, BuildingId: number) =>
  db
    .selectFrom('Staff')
    .innerJoin('Building', 'Building.BuildingId', 'Staff.BuildingId')
    .select('StaffId')
    .where('StaffId', '=', StaffId)
    .where('Staff.Status', '=', 'Active')
    .where((eb) => eb.or([eb('Staff.BuildingId', '=', BuildingId), eb('Building.Code', '=', 'HQ')]))
    .executeTakeFirst()

async function refuseForeignOwner(ctx: Ctx, StaffId: number | null | undefined, BuildingId: number) {
  if (StaffId && !(await mayOwn(ctx, StaffId, BuildingId))) throw refusals.noOwner()
}

/** Where the customer is looked after; of one whose outlet was closed, of nobody: then it stays with who makes it. */
async function outletOf({ db }: Ctx, CustomerId: number): Promise<number | undefined> {
  const outlet = await db
    .selectFrom('Customer')
    .innerJoin('Building', 'Building.Code', 'Customer.RegisteredOutletCode')
    .select('BuildingId')
    .where('CustomerId', '=', CustomerId)
    .where('Building.Status', '=', 'Active')
    .executeTakeFirst()
  return outlet?.BuildingId
}

export async function addTask(
  ctx: Ctx,
  { SSOBuildingId, CustomersOutletYN, DueDate, CustomValues, ...input }: Input<typeof contract.addTask>,
) {
  const { CustomerId } = input
  const theirs = ctx.actor.isHQ && CustomersOutletYN === 'Y' && CustomerId ? await outletOf(ctx, CustomerId) : undefined
  const BuildingId = await placeFor(ctx, SSOBuildingId ?? theirs)
  await refuseUnknownGroup(ctx, input.GroupCode)
  await refuseForeignOwner(ctx, input.OwnerStaffId, BuildingId)
  const values = await checkedValues(ctx, 'Task', { sent: CustomValues, complete: true })
  const { TaskId } = await ctx.db
    .insertInto('Task')
    .values({
      ...input,
      ...(values && { CustomValues: values }),
      BuildingId,
      DueDate: sql<string>`instant_of(${DueDate})`,
      CreatedById: ctx.actor.userId,
      CreatedAt: ctx.now,
      UpdatedAt: ctx.now,
    })
    .returning('TaskId')
    .executeTakeFirstOrThrow()
  ctx.audit('Create Task', 'Task', TaskId, `Create Task in Task. TaskId - ${TaskId}`)
  return viewTask(ctx, TaskId)
}

type Changes = Input<typeof contract.updateTask>

/** The fields that are really different: what is sent as it was is no change, and needs no right. */
async function changesOf(ctx: Ctx, before: Locked, sent: Changes) {
  const { SSOBuildingId, DueDate, Status, SnoozedUntil, ...others } = sent
  const due = DueDate === undefined ? undefined : await instantOf(ctx, DueDate)
  const fields = {
    Name: others.Name,
    Description: others.Description,
    GroupCode: others.GroupCode,
    Priority: others.Priority,
    OwnerStaffId: others.OwnerStaffId,
    SnoozedUntil,
    Status,
    BuildingId: SSOBuildingId,
    DueDate: due,
  }
  const differs = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !same(value, before[name as keyof Locked]),
  )
  return Object.fromEntries(differs) as Partial<typeof fields>
}

const same = (value: unknown, stored: unknown) => asText(value) === asText(stored)
const asText = (value: unknown) =>
  value instanceof Date ? value.toISOString() : value === null ? null : `${value as string}`

async function instantOf({ db }: Ctx, written: string) {
  const { rows } = await sql<{ At: string }>`select instant_of(${written}) as at`.execute(db)
  return rows[0]!.At
}

async function refuseForbidden(ctx: Ctx, changes: Awaited<ReturnType<typeof changesOf>>, before: Locked) {
  const may = await rightsOf(ctx, before.CreatedById)
  if (changes.BuildingId !== undefined && may.Outlet === 'N') throw refusals.outletByHeadOffice()
  if (changes.DueDate !== undefined && may.Due === 'N') throw refusals.dueByHeadOffice()
  if (changes.Status === 'Completed' && may.Complete === 'N') throw refusals.completedByHeadOffice()
}

function refuseSnooze({ today }: Ctx, until: string | null | undefined) {
  if (!until) return
  const days = (Date.parse(until) - Date.parse(today)) / 86_400_000
  if (days < 1) throw refusals.snoozeInPast()
  if (days > SNOOZE_DAYS) throw refusals.snoozeTooFar({ Days: SNOOZE_DAYS })
}

/** Changes the fields that are sent. Who may change which is asked of those alone that really change. */
export async function updateTask(ctx: Ctx, sent: Changes) {
  const before = await lockTask(ctx, sent.TaskId)
  if (before.Status === 'Deleted') throw refusals.deleted()
  await refuseStale(ctx, { record: ['Task', sent.TaskId], sent: sent.Version, present: before.Version }, () =>
    viewTask(ctx, sent.TaskId),
  )
  const changes = await changesOf(ctx, before, sent)
  await refuseForbidden(ctx, changes, before)
  refuseSnooze(ctx, changes.SnoozedUntil)
  await refuseUnknownGroup(ctx, changes.GroupCode)
  const BuildingId = changes.BuildingId ?? before.BuildingId
  if (changes.BuildingId !== undefined) await placeFor(ctx, changes.BuildingId)
  await refuseForeignOwner(ctx, changes.OwnerStaffId, BuildingId)
  const values = await checkedValues(ctx, 'Task', { sent: sent.CustomValues, held: before.CustomValues })
  if (Object.keys(changes).length === 0 && values === undefined) return viewTask(ctx, sent.TaskId)
  await ctx.db
    .updateTable('Task')
    .set({
      ...changes,
      ...(values && { CustomValues: values }),
      ...(changes.Status && completion(ctx, changes.Status)),
      ...(await ownerAfterMove(ctx, before, changes)),
      Version: before.Version + 1,
      UpdatedAt: ctx.now,
    })
    .where('TaskId', '=', sent.TaskId)
    .execute()
  if (changes.BuildingId !== undefined) {
    const task = await viewTask(ctx, sent.TaskId)
    await giveFiles(ctx, { ObjectType: 'TaskId', ObjectId: sent.TaskId }, task.OutletCode)
  }
  ctx.audit('Update Task', 'Task', sent.TaskId, `Update Task in Task. TaskId - ${sent.TaskId}`)
  return viewTask(ctx, sent.TaskId)
}

const completion = ({ now, actor }: Ctx, Status: contract.TaskStatus) =>
  Status === 'Completed'
    ? { CompletedAt: now, CompletedById: actor.userId }
    : { CompletedAt: null, CompletedById: null }

/** With another outlet the task leaves the hands of staff who are not there. */
async function ownerAfterMove(
  ctx: Ctx,
  before: Locked,
  { BuildingId, OwnerStaffId }: Partial<Pick<Locked, 'BuildingId' | 'OwnerStaffId'>>,
) {
  if (BuildingId === undefined || OwnerStaffId !== undefined || before.OwnerStaffId === null) return {}
  return (await mayOwn(ctx, before.OwnerStaffId, BuildingId)) ? {} : { OwnerStaffId: null }
}

export async function deleteTask(ctx: Ctx, { TaskId }: Input<typeof contract.deleteTask>) {
  const before = await lockTask(ctx, TaskId)
  if (before.Status === 'Deleted') throw refusals.deleted()
  if ((await rightsOf(ctx, before.CreatedById)).Delete === 'N') throw refusals.deletedByHeadOffice()
  await setStatus(ctx, before, 'Deleted')
  ctx.audit('Delete Task', 'Task', TaskId, `Delete Task in Task. TaskId - ${TaskId}`)
  return viewTask(ctx, TaskId)
}

/** Undoes a delete within 30 seconds. */
export async function restoreTask(ctx: Ctx, { TaskId }: Input<typeof contract.restoreTask>) {
  const before = await lockTask(ctx, TaskId)
  if (before.Status !== 'Deleted') throw refusals.notDeleted()
  if ((await rightsOf(ctx, before.CreatedById)).Delete === 'N') throw refusals.deletedByHeadOffice()
  refuseLateUndo(ctx, before.UpdatedAt, refusals.undoOver)
  const earlier = await statusBeforeDelete(ctx, 'Task', TaskId)
  await setStatus(ctx, before, earlier === 'In Progress' || earlier === 'Completed' ? earlier : 'To Do')
  ctx.audit('Restore Task', 'Task', TaskId, `Restore Task in Task. TaskId - ${TaskId}`)
  return viewTask(ctx, TaskId)
}

const setStatus = (ctx: Ctx, { TaskId, Version }: Locked, Status: Locked['Status']) =>
  ctx.db
    .updateTable('Task')
    .set({
      Status,
      CompletedAt: Status === 'Completed' ? ctx.now : null,
      CompletedById: Status === 'Completed' ? ctx.actor.userId : null,
      Version: Version + 1,
      UpdatedAt: ctx.now,
    })
    .where('TaskId', '=', TaskId)
    .execute()
