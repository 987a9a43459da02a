import { sql } from 'kysely'
import type { SalePoints } from '#areas/customers/contract/sale-points.ts'
import type { ServerArea } from '#kit/server/area.ts'

/** Fields of the customer's last purchase that messages can contain, with the points in parts. */
export const saleMergeFields: NonNullable<ServerArea['mergeNames']> = {
  names: [
    { Name: 'SaleInvoiceNo', Kind: 'text', About: 'Invoice number of the last purchase', Sample: 'PG1-1695' },
    { Name: 'SaleBasePoints', Kind: 'points', About: 'Points that its lines earned', Sample: 544 },
    {
      Name: 'SaleBonuses',
      Kind: 'list',
      About: 'Points that campaigns added to it',
      Fields: { BonusName: 'text', BonusPoints: 'points' },
      Sample: [{ BonusName: 'Bridal season', BonusPoints: 194 }],
    },
    { Name: 'SaleReturnedPoints', Kind: 'points', About: 'Points that returns of it took back', Sample: 0 },
    { Name: 'SalePendingPoints', Kind: 'points', About: 'Points of it that wait for approval', Sample: 0 },
    { Name: 'SalePoints', Kind: 'points', About: 'Points of it in total', Sample: 738 },
  ],
  async values({ db, CustomerId }) {
    const { rows } = await sql<{ InvoiceNo: string; Points: SalePoints }>`
      select sale.invoice_no, points.parts as points
      from transaction_summary sale cross join lateral points_of_sale(sale.transaction_id) points
      where sale.transaction_type = 'N' and coalesce(sale.approval_status, '') not in ('Rejected', 'Withdrawn')
        and (sale.customer_id = ${CustomerId}
          or sale.claimed_membership_no in (select membership_no from membership where customer_id = ${CustomerId}))
      order by sale.performed_at desc, sale.transaction_id desc limit 1`.execute(db)
    const sale = rows[0]
    const points = sale?.Points
    return {
      SaleInvoiceNo: sale?.InvoiceNo ?? null,
      SaleBasePoints: points?.Earned ?? null,
      SaleBonuses: (points?.Bonuses ?? []).map(({ Name, Points }) => ({ BonusName: Name, BonusPoints: Points })),
      SaleReturnedPoints: points?.Reversed ?? null,
      SalePendingPoints: points?.Pending ?? null,
      SalePoints: points?.Total ?? null,
    }
  },
}
