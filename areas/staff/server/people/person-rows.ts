import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import { HQ_CODE } from '#kit/contract/scope.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { anyOf, contains, containsName, equals, equalsText } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as people from '../../contract/people.ts'
import { type Person, peopleRefusals as refusals } from '../../contract/people.ts'
import type * as contract from '../../contract.ts'
import { findCustomerOfStaff } from './own-customer.ts'

/** Returns a staff member with outlet, department and own membership. */
export async function readStaffMember(ctx: Ctx, StaffId: number): Promise<Person> {
  const person = await ctx.db
    .selectFrom('Staff')
    .innerJoin('Building', 'Building.BuildingId', 'Staff.BuildingId')
    .leftJoin('Department', 'Department.DepartmentId', 'Staff.DepartmentId')
    .select(['StaffId', 'FullName', 'PreferredName', 'JobTitle', 'Image', 'Email', 'ContactNo', 'StaffType'])
    .select(['SalesPersonCode', 'Staff.Status', 'Staff.Version', 'Staff.CreatedAt', 'Staff.UpdatedAt'])
    .select(['Building.Code as BuildingCode', 'Building.Name as BuildingName'])
    .select(['Department.Code as DepartmentCode', 'Department.Name as DepartmentName'])
    .where('StaffId', '=', StaffId)
    .executeTakeFirst()
  if (!person) throw refusals.notFound()
  return { ...person, ...(await findCustomerOfStaff(ctx, StaffId)) }
}

/** Locks the row of a staff member before validation, because two users may save the form concurrently. */
export async function lockStaffMember(ctx: Ctx, StaffId: number) {
  await ctx.db.selectFrom('Staff').select('StaffId').where('StaffId', '=', StaffId).forUpdate().execute()
  return readStaffMember(ctx, StaffId)
}

type Workplace = { StaffType: Person['StaffType']; BuildingCode: string; DepartmentCode: string | null }

/** Returns the ids of outlet and department; only staff of type HQ can work at HQ, because HQ sees all outlets. */
export async function findWorkplaceIds(ctx: Ctx, { StaffType, BuildingCode, DepartmentCode }: Workplace) {
  if ((StaffType === 'HQ') !== (BuildingCode === HQ_CODE)) throw refusals.wrongPlace({ StaffType, BuildingCode })
  // The shared lock prevents other transactions from deactivating the outlet before this transaction ends.
  const building = await ctx.db
    .selectFrom('Building')
    .select('BuildingId')
    .where('Code', '=', BuildingCode)
    .where('Status', '=', 'Active')
    .forShare()
    .executeTakeFirst()
  if (!building) throw refusals.noSuchPlace({ BuildingCode })
  if (DepartmentCode === null) return { ...building, DepartmentId: null }
  const department = await ctx.db
    .selectFrom('Department')
    .select('DepartmentId')
    .where('Code', '=', DepartmentCode)
    .where('Status', '=', 'Active')
    .forShare()
    .executeTakeFirst()
  if (!department) throw refusals.noSuchDepartment({ DepartmentCode })
  return { ...building, ...department }
}

/** Throws if another active record has the e-mail or phone, because a person could approve their own requests. */
export async function refuseContactOfOtherStaff(
  ctx: Ctx,
  { StaffId = null, Email, ContactNo }: { StaffId?: number | null; Email?: Contact; ContactNo?: Contact },
) {
  if (!Email && !ContactNo) return
  // A separate statement, because the snapshot of the next one must be taken after the lock.
  await sql`select pg_advisory_xact_lock(hashtextextended('staff contacts', 0))`.execute(ctx.db)
  const { rows } = await sql<{ IsEmail: boolean }>`
    select coalesce(lower(existing.email) = lower(${Email ?? null}), false) as is_email
    from staff_with_contact(${Email ?? null}, ${ContactNo ?? null}) existing
    where existing.staff_id is distinct from ${StaffId}::bigint limit 1`.execute(ctx.db)
  if (!rows[0]) return
  throw rows[0].IsEmail ? refusals.emailTaken({ Email: Email! }) : refusals.phoneTaken({ ContactNo: ContactNo! })
}

type Contact = string | null | undefined

export const refuseDuplicateSalesPersonCode = (SalesPersonCode: string | null) => (error: { constraint?: string }) => {
  throw error.constraint === 'staff_sales_person_code_key'
    ? refusals.salesPersonTaken({ SalesPersonCode: SalesPersonCode ?? '' })
    : error
}

export async function getStaff(ctx: Ctx, { StaffId }: Input<typeof people.getStaff>) {
  const person = await readStaffMember(ctx, StaffId)
  if (person.Status === 'Deleted') throw refusals.notFound()
  return person
}

export const listStaffs = (ctx: Ctx, { Search }: Input<typeof contract.listStaffs>) =>
  queryList(
    ctx.db
      .selectFrom('Staff')
      .innerJoin('Building', 'Building.BuildingId', 'Staff.BuildingId')
      .leftJoin('Department', 'Department.DepartmentId', 'Staff.DepartmentId')
      .select(['StaffId', 'FullName', 'PreferredName', 'JobTitle', 'StaffType', 'SalesPersonCode', 'Staff.Status'])
      .select(['Building.Code as BuildingCode', 'Department.Code as DepartmentCode'])
      .where('Staff.Status', '<>', 'Deleted'),
    {
      where: [
        anyOf([
          ...['FullName', 'PreferredName'].map((name) => containsName(name, Search.Q)),
          contains('SalesPersonCode', Search.Q),
        ]),
        equals('Building.Code', Search.BuildingCode?.toUpperCase()),
        equals('SalesPersonCode', Search.SalesPersonCode?.toUpperCase()),
        equalsText('Staff.Status', Search.Status),
      ],
      tie: () => sql`staff_id`,
    },
  )
