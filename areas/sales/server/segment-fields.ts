import { type RawBuilder, sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'

type Fields = NonNullable<ServerArea['segmentFields']>
type FieldQuery = Parameters<Extract<Fields[number], { rows: unknown }>['rows']>[0]

/** Privilege for segment fields on sales totals, because filters by a total would reveal it. */
const privilege = 'View Sales Information'
/** SQL of net sales less returns. */
const spent = sql`sum(net_moved(sale.transaction_type, sale.net_amount))`
const salesOfCustomers = sql`transaction_summary sale where sale.customer_id is not null`

const gathered =
  (value: RawBuilder<unknown>) =>
  ({ during }: FieldQuery) =>
    sql`select sale.customer_id, ${value} as value from ${salesOfCustomers} and ${during(sql`sale.business_date`)} group by 1`

/** SQL of the values of a column in lines that were not returned completely. */
const goods =
  (column: string) =>
  ({ during }: FieldQuery) =>
    sql`select sale.customer_id, line.${sql.ref(column)} as value from transaction_summary sale join transaction_detail line using (transaction_id)
      where sale.transaction_type = 'N' and sale.customer_id is not null and line.quantity > line.cancelled_quantity and ${during(sql`sale.business_date`)}`

const day = (which: 'min' | 'max') => () =>
  sql`select customer_id, ${sql.raw(which)}(business_date) as value from transaction_summary
    where transaction_type = 'N' and customer_id is not null group by 1`

/** Segment fields on sales, which exclude cancelled sales. */
export const saleSegmentFields: Fields = [
  { Name: 'Spend', Kind: 'amount', period: true, privilege, rows: gathered(spent) },
  {
    Name: 'AverageSale',
    Kind: 'amount',
    period: true,
    privilege,
    rows: gathered(sql`round(${spent} / nullif(count(*) filter (where sale.transaction_type = 'N'), 0), 2)`),
  },
  {
    Name: 'Purchases',
    Kind: 'number',
    period: true,
    rows: gathered(sql`count(*) filter (where sale.transaction_type = 'N')`),
  },
  { Name: 'LastPurchase', Kind: 'date', rows: day('max') },
  { Name: 'FirstPurchase', Kind: 'date', rows: day('min') },
  { Name: 'Brand', Kind: 'set', period: true, choices: { list: 'Brand' }, rows: goods('brand') },
  { Name: 'ProductType', Kind: 'set', period: true, choices: { list: 'ProductType' }, rows: goods('product_type') },
  {
    Name: 'ProductGroup',
    Kind: 'set',
    period: true,
    choices: {
      select: sql`select product_code as value, product_name as label from product_group where status <> 'Deleted' order by product_name, product_code`,
    },
    rows: goods('product_group'),
  },
  {
    Name: 'PurchaseOutlet',
    Kind: 'set',
    period: true,
    choices: 'outlet',
    rows: ({ during }) =>
      sql`select sale.customer_id, sale.outlet_code as value from ${salesOfCustomers} and sale.transaction_type = 'N' and ${during(sql`sale.business_date`)}`,
  },
]
