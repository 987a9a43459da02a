import type { Insertable } from 'kysely'
import { privileges as allPrivileges, roles as allRoles } from '#areas/access/roles.ts'
import type { StaffTable, Tables } from '#db/tables.ts'
import type { Db } from '#kit/server/ctx.ts'
import type { Caller } from '../harness.ts'

// Creates outlets and their staff; every field has a valid default.

let last = 0
/** A number that is unique in this test file. */
export const nextNumber = () => ++last

/** Creates head office and two outlets, which every test has. */
export async function standardBuildings(db: Db) {
  await db
    .insertInto('Building')
    .values([
      { Code: 'HQ', Name: 'Head Office', BuildingTypeId: 2 },
      { Code: 'KLCC', Name: 'Suria KLCC', BuildingTypeId: 1 },
      { Code: 'PAV', Name: 'Pavilion', BuildingTypeId: 1 },
    ])
    .onConflict((oc) => oc.doNothing())
    .execute()
}

export async function building(db: Db, values: Partial<Insertable<Tables['Building']>> = {}) {
  const number = nextNumber()
  return db
    .insertInto('Building')
    .values({ Code: `OUT${number}`, Name: `Outlet ${number}`, BuildingTypeId: 1, ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function staff(
  db: Db,
  { outlet = 'KLCC', ...values }: Partial<Insertable<StaffTable>> & { outlet?: string } = {},
) {
  const number = nextNumber()
  const { BuildingId } = await db
    .selectFrom('Building')
    .select('BuildingId')
    .where('Code', '=', outlet)
    .executeTakeFirstOrThrow()
  return db
    .insertInto('Staff')
    .values({
      FullName: `Aisha Rahman ${number}`,
      PreferredName: `Aisha ${number}`,
      StaffType: outlet === 'HQ' ? 'HQ' : 'Outlet Staff',
      Email: `staff${number}@carat.example`,
      SalesPersonCode: `SP${number}`,
      BuildingId,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** An account with its roles, linked to a member of staff unless it is a system account. */
export async function account(
  db: Db,
  { kind, roles, privileges, outlet, outlets = outlet ? [outlet] : [], scopes }: Caller,
  values: Partial<Insertable<Tables['UserAccount']>> = {},
) {
  const person = kind === 'staff' ? await staff(db, { outlet }) : undefined
  const { UserId } = await db
    .insertInto('UserAccount')
    .values({
      Kind: kind === 'staff' ? 'Staff' : 'System',
      Username: `${kind}${nextNumber()}`,
      StaffId: person?.StaffId ?? null,
      Scopes: [...scopes],
      ...values,
    })
    .returning('UserId')
    .executeTakeFirstOrThrow()
  if (kind === 'system' && outlets.length > 0)
    await db
      .insertInto('UserOutlet')
      .values(outlets.map((OutletCode) => ({ UserId, OutletCode })))
      .execute()
  const rolesOfStaff = roles === 'all' ? allRoles : roles
  const allowed = privileges === 'all' ? allPrivileges : privileges
  if (rolesOfStaff.length > 0)
    await db
      .insertInto('UserRole')
      .values(rolesOfStaff.map((Role) => ({ UserId, Role })))
      .execute()
  if (allowed.length > 0)
    await db
      .insertInto('UserPrivilege')
      .values(allowed.map((Privilege) => ({ UserId, Privilege })))
      .execute()
  return { userId: UserId, staffId: person?.StaffId ?? null }
}
