import { type RawBuilder, sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'

type Fields = NonNullable<ServerArea['segmentFields']>
type Asked = Parameters<Extract<Fields[number], { rows: unknown }>['rows']>[0]

/** Who may not see totals of sales may not find them out by narrowing either. */
const privilege = 'View Sales Information'
/** Of which the returns are taken off. */
const spent = sql`sum(net_moved(sale.transaction_type, sale.net_amount))`
const sold = sql`transaction_summary sale where sale.customer_id is not null`

const gathered =
  (value: RawBuilder<unknown>) =>
  ({ during }: Asked) =>
    sql`select sale.customer_id, ${value} as value from ${sold} and ${during(sql`sale.business_date`)} group by 1`

/** What was bought and kept. */
const goods =
  (column: string) =>
  ({ during }: Asked) =>
    sql`select sale.customer_id, line.${sql.ref(column)} as value from transaction_summary sale join transaction_detail line using (transaction_id)
      where sale.transaction_type = 'N' and sale.customer_id is not null and line.quantity > line.cancelled_quantity and ${during(sql`sale.business_date`)}`

const day = (which: 'min' | 'max') => () =>
  sql`select customer_id, ${sql.raw(which)}(business_date) as value from transaction_summary
    where transaction_type = 'N' and customer_id is not null group by 1`

/** What segments may ask of sales; cancelled ones are taken off. */
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
      sql`select sale.customer_id, sale.outlet_code as value from ${sold} and sale.transaction_type = 'N' and ${during(sql`sale.business_date`)}`,
  },
]
