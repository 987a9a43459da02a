import { type Insertable, sql } from 'kysely'
import type { CardCategoryTable, CardGroupTable, CardLevelTable, MembershipTable } from '#db/tables.ts'
import type { Db } from '#kit/server/ctx.ts'
import { nextNumber } from './people.ts'

// Creates memberships and their programme; every field has a valid default.

/** Returns the first card group, and creates one if there is none. */
export async function cardGroup(db: Db) {
  const first = await db
    .selectFrom('CardGroup')
    .selectAll()
    .where('Status', '=', 'Active')
    .orderBy('GroupId')
    .executeTakeFirst()
  return first ?? createCardGroup(db, { Name: 'Jewel Club' })
}

export const createCardGroup = (db: Db, values: Partial<Insertable<CardGroupTable>> = {}) =>
  db
    .insertInto('CardGroup')
    .values({ Name: `Group ${nextNumber()}`, Description: 'For everybody', ...values })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A category of the first card group, above all others there. */
export async function category(db: Db, values: Partial<Insertable<CardCategoryTable>> = {}) {
  const number = nextNumber()
  const CardGroupId = values.CardGroupId ?? (await cardGroup(db)).GroupId
  return db
    .insertInto('CardCategory')
    .values({
      Code: `CAT${number}`,
      Name: `Category ${number}`,
      LevelSequence: sql<number>`(select coalesce(max(level_sequence), 0) + 1 from card_category)`,
      Color: '#c9a227',
      ...values,
      CardGroupId,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A current card level without an end date and without conditions. */
export const level = (
  db: Db,
  CardCategoryId: number,
  values: Omit<Partial<Insertable<CardLevelTable>>, 'CardCategoryId'> = {},
) =>
  db
    .insertInto('CardLevel')
    .values({ CardCategoryId, FirstSalesAmount: '0', EffectiveFrom: '2020-01-01', ...values })
    .returningAll()
    .executeTakeFirstOrThrow()

/** An Active non-premium membership in the first card group. */
export async function membership(
  db: Db,
  { CustomerId, ...values }: Partial<Insertable<MembershipTable>> & { CustomerId: number },
) {
  const CardGroupId = values.CardGroupId ?? (await cardGroup(db)).GroupId
  return db
    .insertInto('Membership')
    .values({
      MembershipNo: sql<string>`next_membership_no()`,
      CustomerId,
      MemberType: 'Non-Premium Member',
      JoinDate: '2024-01-01',
      ...values,
      CardGroupId,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A sale of a membership without lines and points, for tests that only need its amount. */
export async function toSale(
  db: Db,
  { MembershipNo, CustomerId }: { MembershipNo: string; CustomerId: number },
  NetAmount: string,
  more: { InvoiceNo?: string; PerformedAt?: string } = {},
) {
  const InvoiceNo = more.InvoiceNo ?? `INV${nextNumber()}`
  const PerformedAt = more.PerformedAt ?? '2025-03-04T05:06:07Z'
  return db
    .insertInto('TransactionSummary')
    .values({
      TransactionType: 'N',
      InvoiceNo,
      MembershipNo,
      CustomerId,
      OutletCode: 'KLCC',
      TotalAmount: NetAmount,
      NetAmount,
      PerformedAt,
      BusinessDate: PerformedAt.slice(0, 10),
      Source: 'POS',
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type SaleKeys = { TransactionId: number; InvoiceNo: string; MembershipNo: string | null; CustomerId: number | null }

/** A cancellation of a part of a sale, or of the same part of several sales, as imports create it. */
export async function cancellationOf(
  db: Db,
  originals: SaleKeys | readonly [SaleKeys, ...SaleKeys[]],
  NetAmount: string,
) {
  const sales = 'TransactionId' in originals ? ([originals] as const) : originals
  const [sale] = sales
  const { TransactionId } = await db
    .insertInto('TransactionSummary')
    .values({
      TransactionType: 'C',
      InvoiceNo: `${sale.InvoiceNo}-C${nextNumber()}`,
      OriginalInvoiceNo: sales.length === 1 ? sale.InvoiceNo : null,
      OriginalTransactionId: sales.length === 1 ? sale.TransactionId : null,
      MembershipNo: sale.MembershipNo,
      CustomerId: sale.CustomerId,
      OutletCode: 'KLCC',
      TotalAmount: NetAmount,
      NetAmount,
      PerformedAt: '2025-03-05T05:06:07Z',
      BusinessDate: '2025-03-05',
      Source: 'POS',
    })
    .returning('TransactionId')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('TransactionDetail')
    .values(
      sales.map((one, index) => ({
        TransactionId,
        SequenceNo: index + 1,
        OldSequenceNo: 1,
        OriginalTransactionId: one.TransactionId,
        Brand: 'Aurelia',
        Quantity: '1',
        UnitPrice: NetAmount,
        NetAmount,
      })),
    )
    .execute()
}
