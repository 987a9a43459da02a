import type { Insertable } from 'kysely'
import type { CustomerAddressTable, CustomerTable, MembershipTable } from '#db/tables.ts'
import type { Db } from '#kit/server/ctx.ts'
import { cardGroup, membership } from './memberships.ts'
import { nextNumber } from './people.ts'

// Creates customers in the database with valid defaults: a test states only the fields that it is about.

/** An Active non-premium customer of KLCC with a passport, a phone and a service consent, and without a membership. */
export async function customer(db: Db, values: Partial<Insertable<CustomerTable>> = {}) {
  const number = nextNumber()
  const row = await db
    .insertInto('Customer')
    .values({
      FullName: `NUR AISYAH ${number}`,
      IdType: 'Passport',
      IdNo: `K${20_000_000 + number}`,
      ContactNo: `+6013${2_000_000 + number}`,
      ContactNoTyped: `013-${2_000_000 + number}`,
      Language: 'English',
      RegisteredOutletCode: 'KLCC',
      RegistrationSource: 'CRM',
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await db
    .insertInto('CustomerConsent')
    .values({
      CustomerId: row.CustomerId,
      Channel: 'Service',
      GrantedYN: 'Y',
      WordingVersion: '1',
      Source: 'Counter',
      RecordedAt: row.CreatedAt,
    })
    .execute()
  return row
}

/** A customer with an Active non-premium membership in the first card group. */
export async function registered(
  db: Db,
  values: Partial<Insertable<CustomerTable>> = {},
  card: Partial<Insertable<MembershipTable>> = {},
) {
  await cardGroup(db)
  const person = await customer(db, values)
  const { MembershipNo } = await membership(db, { CustomerId: person.CustomerId, ...card })
  return { ...person, MembershipNo }
}

/** A valid primary address in Kuala Lumpur. */
export const address = (
  db: Db,
  CustomerId: number,
  values: Omit<Partial<Insertable<CustomerAddressTable>>, 'CustomerId'> = {},
) =>
  db
    .insertInto('CustomerAddress')
    .values({
      CustomerId,
      AddressType: 'Home',
      Line1: '12 Jalan Ampang',
      Postcode: '50450',
      City: 'Kuala Lumpur',
      State: 'Kuala Lumpur',
      Country: 'Malaysia',
      IsPrimaryYN: 'Y',
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Adds values to a lookup list, because a list without values accepts any value. */
export async function listItems(db: Db, ListName: string, ...values: string[]) {
  await db
    .insertInto('ListItem')
    .values(values.map((Value, index) => ({ ListName, Value, SequenceNo: index + 1 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
