import type { ClientBase } from 'pg'
import { type SettingValues, settingNames, settingsCatalogue } from '#areas/setup/contract/catalogue.ts'
import { createWatchPatternRules } from '#areas/watch/server/rules.ts'

// Loyalty watch findings: an adviser who collects points of till sales, and a card used at two outlets at once.

/** A till sale, with the number of days before today and the time. */
type TillSale = { outlet: string; daysAgo: number; at: string; price: string; member: string }

const OWN_OUTLET = 'PJ1'

const tillSales: TillSale[] = [
  { outlet: OWN_OUTLET, daysAgo: 9, at: '17:42', price: '1288.00', member: 'adviser' },
  { outlet: OWN_OUTLET, daysAgo: 6, at: '19:58', price: '2488.00', member: 'adviser' },
  { outlet: OWN_OUTLET, daysAgo: 2, at: '20:31', price: '3688.00', member: 'adviser' },
  { outlet: 'KL1', daysAgo: 3, at: '14:10', price: '888.00', member: 'shared card' },
  { outlet: 'JB1', daysAgo: 3, at: '14:32', price: '1088.00', member: 'shared card' },
]

/** Adds suspicious till sales of the last days to the demo, and runs loyalty watch, which writes findings about them. */
export async function seedLoyaltyWatchFindings(client: ClientBase) {
  const memberOf = async (outlet: string) => {
    const { rows } = await client.query<{ membership_no: string }>(
      `select membership_no from membership join customer using (customer_id)
       where registered_outlet_code = $1 and membership.member_type = 'Premium Member' and membership.status = 'Active' and customer.status = 'Active'
         and not exists (select from referral where referral.customer_id = customer.customer_id or referrer_membership_no = membership_no)
       order by membership_no desc limit 1`,
      [outlet],
    )
    return rows[0]!.membership_no
  }
  const members: Record<string, string> = { adviser: await memberOf(OWN_OUTLET), 'shared card': await memberOf('KL1') }
  await client.query(
    `update staff set own_customer_id = (select customer_id from membership where membership_no = $1), version = version + 1
     where sales_person_code = $2`,
    [members.adviser, `${OWN_OUTLET}02`],
  )
  for (const [index, { outlet, daysAgo, at, price, member }] of tillSales.entries()) {
    const sale = {
      InvoiceNo: `${outlet}-T${950 + index}`,
      OutletCode: outlet,
      DepartmentCode: 'SAL',
      Source: 'POS',
      MembershipNo: members[member],
      SalesPersonCode: `${outlet}02`,
      TradeIn: '0.00',
      VoucherAmount: '0.00',
      Lines: [
        {
          SequenceNo: 1,
          Description: 'Heart pendant',
          Brand: 'Carat',
          ProductGroup: 'PENDANT',
          Quantity: 1,
          UnitPrice: price,
          Discount: '0.00',
          Tax: '0.00',
        },
      ],
    }
    await client.query(
      `select post_sale($1::jsonb || jsonb_build_object(
         'Today', sold.day, 'PerformedAt', to_char(sold.day + $3::time, 'YYYY-MM-DD"T"HH24:MI:SS')))
       from (select business_date_of(now()) - $2::int as day) sold`,
      [JSON.stringify(sale), daysAgo, at],
    )
  }
  const usual = Object.fromEntries(settingNames.map((name) => [name, settingsCatalogue[name].default])) as SettingValues
  await client.query(`select watch_loyalty(business_date_of(now()), now(), $1::jsonb)`, [
    JSON.stringify(createWatchPatternRules(usual)),
  ])
}
