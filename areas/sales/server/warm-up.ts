import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { NewSale } from '../contract.ts'
import { addTransaction } from './add-transaction.ts'

/** Posts a copy of the newest sale to a member, which the caller rolls back; does nothing if there is no such sale. */
export async function warmUpSales(ctx: Ctx) {
  const { rows } = await sql<Record<'MembershipNo' | 'OutletCode' | 'Brand' | 'ProductGroup', string>>`
    select sale.membership_no, sale.outlet_code, line.brand, line.product_group
    from transaction_summary sale join membership using (membership_no) join customer on customer.customer_id = membership.customer_id
      join transaction_detail line using (transaction_id)
    where sale.transaction_type = 'N' and membership.status = 'Active' and customer.status = 'Active'
    order by sale.transaction_id desc limit 1`.execute(ctx.db)
  const newest = rows[0]
  if (!newest) return
  const { Brand, ProductGroup, ...named } = newest
  const InvoiceNo = `WARM-UP-${randomUUID()}`.slice(0, 40).toUpperCase()
  const Details = [{ Brand, ProductGroup, UnitPrice: '100.00' }]
  await addTransaction(ctx, NewSale.parse({ TransactionType: 'N', InvoiceNo, ...named, Details }))
}
