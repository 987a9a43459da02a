import { sql } from 'kysely'
import { anyOf, equals } from '#kit/server/filters.ts'
import { serveReport } from '../server/report.ts'
import {
  discountAmountSql,
  grossAmountSql,
  isApprovedSaleSql,
  isPurchaseSql,
  netAmountSql,
  pointsEarnedSql,
  pointsReversedSql,
  returnedAmountSql,
  saleBonusJoin,
  saleFilterConditions,
} from '../server/sales.ts'
import { customerTransactionReport } from './contract.ts'

const ofCustomer = (column: string) =>
  sql`(select ${sql.ref(column)} from customer where customer.customer_id = t.customer_id)`

export const customerTransactionRoute = serveReport(customerTransactionReport, (_ctx, query) => ({
  from: sql`transaction_summary t ${saleBonusJoin}`,
  where: [
    sql`t.membership_no is not null and ${isApprovedSaleSql}`,
    ...saleFilterConditions(query),
    equals('t.membership_no', query.MembershipNo?.toUpperCase()),
    query.InvoiceNo &&
      anyOf([equals('t.invoice_no', query.InvoiceNo), equals('t.original_invoice_no', query.InvoiceNo)]),
    query.ExcludeCancelTrxYN === 'Y' && isPurchaseSql,
  ],
  page: {
    keys: sql`t.*`,
    joins: sql`${saleBonusJoin} left join customer c on c.customer_id = t.customer_id left join membership m on m.membership_no = t.membership_no`,
    as: 't',
  },
  select: sql`t.transaction_id, t.performed_at, t.invoice_no, t.sales_order, t.transaction_type, t.original_invoice_no,
    t.membership_no, t.customer_id, c.full_name as customer_name, m.member_type, m.card_category_code, c.registered_outlet_code,
    t.outlet_code, t.sales_person_code,
    (select count(*)::int from transaction_detail d where d.transaction_id = t.transaction_id) as lines,
    ${grossAmountSql} as gross, ${discountAmountSql} as discount, ${returnedAmountSql} as returns, ${netAmountSql} as net, ${pointsEarnedSql} as points_earned, ${pointsReversedSql} as points_reversed,
    (select string_agg(r.name, ', ' order by r.name) from customer_reward issued join reward r using (reward_id)
      where issued.invoice_no = t.invoice_no and issued.membership_no = t.membership_no and issued.status <> 'Deleted') as reward_name`,
  sort: {
    Gross: grossAmountSql,
    Discount: discountAmountSql,
    Returns: returnedAmountSql,
    Net: netAmountSql,
    PointsEarned: pointsEarnedSql,
    PointsReversed: pointsReversedSql,
    CustomerName: ofCustomer('full_name'),
    RegisteredOutletCode: ofCustomer('registered_outlet_code'),
    MemberType: sql`(select member_type from membership where membership.membership_no = t.membership_no)`,
    CardCategoryCode: sql`(select card_category_code from membership where membership.membership_no = t.membership_no)`,
    Lines: sql`(select count(*) from transaction_detail d where d.transaction_id = t.transaction_id)`,
    RewardName: sql`(select min(issued.reward_id) from customer_reward issued where issued.invoice_no = t.invoice_no)`,
  },
  tie: sql`t.transaction_id`,
  totals: sql`count(*) filter (where t.transaction_type = 'N')::int as sales, count(*) filter (where t.transaction_type = 'C')::int as cancellations,
    coalesce(sum(${netAmountSql}), 0)::numeric(16,2) as net, coalesce(sum(${grossAmountSql}), 0)::numeric(16,2) as gross, coalesce(sum(${discountAmountSql}), 0)::numeric(16,2) as discount, coalesce(sum(${returnedAmountSql}), 0)::numeric(16,2) as returns,
    coalesce(sum(${pointsEarnedSql}), 0)::bigint as points_earned, coalesce(sum(${pointsReversedSql}), 0)::bigint as points_reversed`,
}))
