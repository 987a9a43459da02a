import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'

export const membershipMergeFields: NonNullable<ServerArea['mergeNames']> = {
  names: [
    { Name: 'MembershipNo', Kind: 'text', About: 'Membership number', Sample: 'JC000000018' },
    { Name: 'CardCategory', Kind: 'text', About: 'Tier of a premium member', Sample: 'Gold' },
    { Name: 'JoinDate', Kind: 'date', About: 'The day on which the member joined', Sample: '2024-02-14' },
  ],
  async values({ db, MembershipNo }) {
    const { rows } = await sql<{ MembershipNo: string; CardCategory: string | null; JoinDate: string }>`
      select m.membership_no, m.join_date, (select name from card_category where code = m.card_category_code and status <> 'Deleted') as card_category
      from membership m where m.membership_no = surviving_membership(${MembershipNo})`.execute(db)
    return { ...rows[0] }
  },
}
