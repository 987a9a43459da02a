import { sql } from 'kysely'
import { readSettings } from '#areas/setup/server/index.ts'
import type { ServerArea } from '#kit/server/area.ts'

const queriedNames = ['CompanyName', 'OutletName', 'OutletPhone', 'StaffName']

/** The merge fields of messages for the company and its outlets. */
export const companyMergeFields: NonNullable<ServerArea['mergeNames']> = {
  names: [
    { Name: 'CompanyName', Kind: 'text', About: 'Name of the company', AlwaysYN: 'Y', Sample: 'Carat Jewellers' },
    { Name: 'OutletName', Kind: 'text', About: 'Name of the customer’s outlet', AlwaysYN: 'Y', Sample: 'Pavilion' },
    { Name: 'OutletPhone', Kind: 'text', About: 'Telephone of that outlet', Sample: '+60 3-2110 0000' },
    { Name: 'StaffName', Kind: 'text', About: 'Who serves the customer', Sample: 'Aisha' },
    { Name: 'Today', Kind: 'date', About: 'The day on which it is written', AlwaysYN: 'Y', Sample: '2026-03-10' },
    {
      Name: 'UnsubscribeLink',
      Kind: 'link',
      About: 'Ends marketing messages by one click',
      AlwaysYN: 'Y',
      Sample: 'https://carat.example/unsubscribe/sample',
    },
  ],
  async values({ db, today, OutletCode, StaffId, used }) {
    if (used && !queriedNames.some((name) => used.has(name))) return { Today: today }
    const { 'company.name': CompanyName } = await readSettings({ db })
    const { rows } = await sql<{ OutletName: string | null; OutletPhone: string | null; StaffName: string | null }>`
      select (select name from building where code = ${OutletCode}) as outlet_name, (select phone from building where code = ${OutletCode}) as outlet_phone,
        (select preferred_name from staff where staff_id = ${StaffId}::bigint) as staff_name`.execute(db)
    return { CompanyName, Today: today, ...rows[0] }
  },
}
