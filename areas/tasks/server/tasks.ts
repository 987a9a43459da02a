import { sql } from 'kysely'
import { validateCustomValues } from '#areas/custom-fields/server/index.ts'
import { moveFilesToOutlet } from '#areas/media/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { refuseLateUndo, statusBeforeDelete } from '#kit/server/undo.ts'
import { refuseStaleVersion } from '#kit/server/version.ts'
import type * as contract from '../contract/tasks.ts'
import { SNOOZE_DAYS_MAX, taskRefusals } from '../contract/tasks.ts'
import { findTaskPermissions, lockTask, readTaskView } from './task-rows.ts'

type LockedTask = Awaited<ReturnType<typeof lockTask>>

export async function getTask(ctx: Ctx, { TaskId }: Input<typeof contract.getTask>) {
  const task = await readTaskView(ctx, TaskId)
  if (task.Status === 'Deleted') throw taskRefusals.notFound()
  return task
}

/** Returns the building of a new task: the caller's building, or for head office any active one. */
async function resolveBuilding(ctx: Ctx, SSOBuildingId: number | undefined): Promise<number> {
  const { actor, db } = ctx
  const buildingId = SSOBuildingId ?? actor.buildingId
  if (!actor.isHQ && buildingId !== actor.buildingId) throw taskRefusals.ownOutletOnly()
  const building = await db
    .selectFrom('Building')
    .select('BuildingId')
    .where('BuildingId', '=', buildingId)
    .where('Status', '=', 'Active')
    .executeTakeFirst()
  if (!building) throw taskRefusals.noOutlet({ SSOBuildingId: buildingId ?? 0 })
  return building.BuildingId
}

async function assertGroup({ db }: Ctx, GroupCode: string | null | undefined) {
  if (!GroupCode) return
  const group = await db
    .selectFrom('TaskGroup')
    .select('Code')
    .where('Code', '=', GroupCode)
    .where('Status', '=', 'Active')
    .executeTakeFirst()
  if (!group) throw taskRefusals.noGroup({ GroupCode })
}

const findEligibleOwner = ({ db }: Ctx, StaffId: number, BuildingId: number) =>
  db
    .selectFrom('Staff')
    .innerJoin('Building', 'Building.BuildingId', 'Staff.BuildingId')
    .select('StaffId')
    .where('StaffId', '=', StaffId)
    .where('Staff.Status', '=', 'Active')
    .where((eb) => eb.or([eb('Staff.BuildingId', '=', BuildingId), eb('Building.Code', '=', 'HQ')]))
    .executeTakeFirst()

async function assertOwner(ctx: Ctx, StaffId: number | null | undefined, BuildingId: number) {
  if (StaffId && !(await findEligibleOwner(ctx, StaffId, BuildingId))) throw taskRefusals.noOwner()
}

/** Returns the active outlet of a customer; undefined if the outlet is closed. */
async function findCustomerOutlet({ db }: Ctx, CustomerId: number): Promise<number | undefined> {
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
  const customerOutlet =
    ctx.actor.isHQ && CustomersOutletYN === 'Y' && CustomerId ? await findCustomerOutlet(ctx, CustomerId) : undefined
  const BuildingId = await resolveBuilding(ctx, SSOBuildingId ?? customerOutlet)
  await assertGroup(ctx, input.GroupCode)
  await assertOwner(ctx, input.OwnerStaffId, BuildingId)
  const values = await validateCustomValues(ctx, 'Task', { changes: CustomValues, complete: true })
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
  return readTaskView(ctx, TaskId)
}

type TaskInput = Input<typeof contract.updateTask>

/** Returns the fields whose value differs from the stored value; other fields need no permission. */
async function findChanges(ctx: Ctx, before: LockedTask, input: TaskInput) {
  const { SSOBuildingId, DueDate, Status, SnoozedUntil, ...rest } = input
  const due = DueDate === undefined ? undefined : await instantOf(ctx, DueDate)
  const fields = {
    Name: rest.Name,
    Description: rest.Description,
    GroupCode: rest.GroupCode,
    Priority: rest.Priority,
    OwnerStaffId: rest.OwnerStaffId,
    SnoozedUntil,
    Status,
    BuildingId: SSOBuildingId,
    DueDate: due,
  }
  const changed = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !isSameValue(value, before[name as keyof LockedTask]),
  )
  return Object.fromEntries(changed) as Partial<typeof fields>
}

const isSameValue = (value: unknown, stored: unknown) => toComparable(value) === toComparable(stored)
const toComparable = (value: unknown) =>
  value instanceof Date ? value.toISOString() : value === null ? null : `${value as string}`

const instantOf = ({ db }: Ctx, input: string) => databaseFunctions.instantOf(db, { written: input })

async function assertPermitted(ctx: Ctx, changes: Awaited<ReturnType<typeof findChanges>>, before: LockedTask) {
  const may = await findTaskPermissions(ctx, before.CreatedById)
  if (changes.BuildingId !== undefined && may.Outlet === 'N') throw taskRefusals.outletByHeadOffice()
  if (changes.DueDate !== undefined && may.Due === 'N') throw taskRefusals.dueByHeadOffice()
  if (changes.Status === 'Completed' && may.Complete === 'N') throw taskRefusals.completedByHeadOffice()
}

function assertSnooze({ today }: Ctx, until: string | null | undefined) {
  if (!until) return
  const days = (Date.parse(until) - Date.parse(today)) / 86_400_000
  if (days < 1) throw taskRefusals.snoozeInPast()
  if (days > SNOOZE_DAYS_MAX) throw taskRefusals.snoozeTooFar({ Days: SNOOZE_DAYS_MAX })
}

/** Updates the fields of a task that the request contains; only values that differ need a permission. */
export async function updateTask(ctx: Ctx, input: TaskInput) {
  const before = await lockTask(ctx, input.TaskId)
  if (before.Status === 'Deleted') throw taskRefusals.deleted()
  await refuseStaleVersion(ctx, { record: ['Task', input.TaskId], sent: input.Version, present: before.Version }, () =>
    readTaskView(ctx, input.TaskId),
  )
  const changes = await findChanges(ctx, before, input)
  await assertPermitted(ctx, changes, before)
  assertSnooze(ctx, changes.SnoozedUntil)
  await assertGroup(ctx, changes.GroupCode)
  const BuildingId = changes.BuildingId ?? before.BuildingId
  if (changes.BuildingId !== undefined) await resolveBuilding(ctx, changes.BuildingId)
  await assertOwner(ctx, changes.OwnerStaffId, BuildingId)
  const values = await validateCustomValues(ctx, 'Task', { changes: input.CustomValues, stored: before.CustomValues })
  if (Object.keys(changes).length === 0 && values === undefined) return readTaskView(ctx, input.TaskId)
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
    .where('TaskId', '=', input.TaskId)
    .execute()
  if (changes.BuildingId !== undefined) {
    const task = await readTaskView(ctx, input.TaskId)
    await moveFilesToOutlet(ctx, { ObjectType: 'TaskId', ObjectId: input.TaskId }, task.OutletCode)
  }
  ctx.audit('Update Task', 'Task', input.TaskId, `Update Task in Task. TaskId - ${input.TaskId}`)
  return readTaskView(ctx, input.TaskId)
}

const completion = ({ now, actor }: Ctx, Status: contract.TaskStatus) =>
  Status === 'Completed'
    ? { CompletedAt: now, CompletedById: actor.userId }
    : { CompletedAt: null, CompletedById: null }

/** Returns the owner after a move: a task at another outlet loses an owner who does not work there. */
async function ownerAfterMove(
  ctx: Ctx,
  before: LockedTask,
  { BuildingId, OwnerStaffId }: Partial<Pick<LockedTask, 'BuildingId' | 'OwnerStaffId'>>,
) {
  if (BuildingId === undefined || OwnerStaffId !== undefined || before.OwnerStaffId === null) return {}
  return (await findEligibleOwner(ctx, before.OwnerStaffId, BuildingId)) ? {} : { OwnerStaffId: null }
}

export async function deleteTask(ctx: Ctx, { TaskId }: Input<typeof contract.deleteTask>) {
  const before = await lockTask(ctx, TaskId)
  if (before.Status === 'Deleted') throw taskRefusals.deleted()
  if ((await findTaskPermissions(ctx, before.CreatedById)).Delete === 'N') throw taskRefusals.deletedByHeadOffice()
  await setStatus(ctx, before, 'Deleted')
  ctx.audit('Delete Task', 'Task', TaskId, `Delete Task in Task. TaskId - ${TaskId}`)
  return readTaskView(ctx, TaskId)
}

/** Restores a deleted task within 30 seconds. */
export async function restoreTask(ctx: Ctx, { TaskId }: Input<typeof contract.restoreTask>) {
  const before = await lockTask(ctx, TaskId)
  if (before.Status !== 'Deleted') throw taskRefusals.notDeleted()
  if ((await findTaskPermissions(ctx, before.CreatedById)).Delete === 'N') throw taskRefusals.deletedByHeadOffice()
  refuseLateUndo(ctx, before.UpdatedAt, taskRefusals.undoOver)
  const previousStatus = await statusBeforeDelete(ctx, 'Task', TaskId)
  await setStatus(
    ctx,
    before,
    previousStatus === 'In Progress' || previousStatus === 'Completed' ? previousStatus : 'To Do',
  )
  ctx.audit('Restore Task', 'Task', TaskId, `Restore Task in Task. TaskId - ${TaskId}`)
  return readTaskView(ctx, TaskId)
}

const setStatus = (ctx: Ctx, { TaskId, Version }: LockedTask, Status: LockedTask['Status']) =>
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
