import type { ClientBase } from 'pg'

// Sales of the demo to check: an unknown product group, a misspelt brand, a rounded price, and an inconsistent total.

type LineToCheck = { outlet: string; daysAgo: number; walkIn?: boolean; line: object; more?: object }

const linesToCheck: LineToCheck[] = [
  {
    outlet: 'KL1',
    daysAgo: 1,
    line: { Description: 'Akoya pearl choker', Brand: 'Carat', ProductGroup: 'CHOKER', UnitPrice: '2388.00' },
  },
  {
    outlet: 'KL1',
    daysAgo: 2,
    line: { Description: 'Solitaire ring 0.50 ct', Brand: 'Lumiere', ProductGroup: 'DIA-RING', UnitPrice: '6888.00' },
  },
  {
    outlet: 'PJ1',
    daysAgo: 3,
    line: {
      Description: 'Rope bracelet 916',
      Brand: 'Golden Vow',
      ProductGroup: 'BRACELET',
      Quantity: 2,
      UnitPrice: '1188.00',
      NetAmount: '2300.00',
    },
  },
  {
    outlet: 'PG1',
    daysAgo: 4,
    walkIn: true,
    line: { Description: 'Brooch, peony', Brand: 'Seri Kandi', ProductGroup: 'BROOCH', UnitPrice: '1558.00' },
  },
  {
    outlet: 'JB1',
    daysAgo: 5,
    line: { Description: 'Heart pendant', Brand: 'Carat', ProductGroup: 'PENDANT', UnitPrice: '998.00' },
    more: { TotalAmount: '898.00' },
  },
]

/** Posts recent till sales to members of the same outlet. */
export async function seedSalesToCheck(client: ClientBase) {
  for (const [index, { outlet, daysAgo, walkIn, line, more }] of linesToCheck.entries()) {
    const sale = {
      InvoiceNo: `${outlet}-T${900 + index}`,
      OutletCode: outlet,
      DepartmentCode: 'SAL',
      Source: 'POS',
      TradeIn: '0.00',
      VoucherAmount: '0.00',
      Lines: [{ SequenceNo: 1, Quantity: 1, Discount: '0.00', Tax: '0.00', ...line }],
      ...more,
    }
    await client.query(
      `select post_sale($1::jsonb || jsonb_build_object(
         'Today', sold.day, 'PerformedAt', to_char(sold.day + time '15:20', 'YYYY-MM-DD"T"HH24:MI:SS'),
         'MembershipNo', (select membership_no from membership join customer using (customer_id)
           where not $2 and registered_outlet_code = $3 and membership.member_type = 'Premium Member' and membership.status = 'Active'
             and customer.status = 'Active' order by membership_no limit 1),
         'SalesPersonCode', (select sales_person_code from staff join building using (building_id)
           where building.code = $3 and sales_person_code is not null order by staff_id limit 1)))
       from (select business_date_of(now()) - $4::int as day) sold`,
      [JSON.stringify(sale), walkIn ?? false, outlet, daysAgo],
    )
  }
}
