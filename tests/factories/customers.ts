import type { Insertable } from 'kysely'
import type { CustomerAddressTable, CustomerTable, MembershipTable } from '#db/tables.ts'
import type { Db } from '#kit/server/ctx.ts'
import { cardGroup, membership } from './memberships.ts'
import { nextNumber } from './people.ts'

// Customers as they stand in the database. Valid by default: a test spells out only what matters to it.

/** An Active non-premium customer of KLCC with a passport, a phone and a service consent, and without a membership. */
export async function customer(db: Db, values: Partial<Insertable<CustomerTable>> = {}) {
  const number = nextNumber()
  const made = await db
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
      CustomerId: made.CustomerId,
      Channel: 'Service',
      GrantedYN: 'Y',
      WordingVersion: '1',
      Source: 'Counter',
      RecordedAt: made.CreatedAt,
    })
    .execute()
  return made
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

/** A live primary address in Kuala Lumpur. */
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

/** Values of a lookup list: a list without entries takes anything. */
export async function listItems(db: Db, ListName: string, ...values: string[]) {
  await db
    .insertInto('ListItem')
    .values(values.map((Value, place) => ({ ListName, Value, SequenceNo: place + 1 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
