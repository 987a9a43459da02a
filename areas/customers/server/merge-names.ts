import { personName } from '#kit/contract/person.ts'
import type { ServerArea } from '#kit/server/area.ts'

/** What a customer may be called in a message: names are stored in capitals, a letter writes them as people do. */
export const customerNames: NonNullable<ServerArea['mergeNames']> = {
  names: [
    { Name: 'FullName', Kind: 'text', About: 'Full name', AlwaysYN: 'Y', Sample: 'Lim Mei Ling' },
    { Name: 'PreferredName', Kind: 'text', About: 'Preferred name', Sample: 'Mei Ling' },
    { Name: 'Salutation', Kind: 'text', About: 'Salutation', Sample: 'Ms' },
  ],
  async values({ db, CustomerId }) {
    const named = await db
      .selectFrom('Customer')
      .select(['FullName', 'PreferredName', 'Salutation'])
      .where('CustomerId', '=', CustomerId)
      .executeTakeFirst()
    return {
      FullName: named ? personName(named.FullName) : null,
      PreferredName: named?.PreferredName ? personName(named.PreferredName) : null,
      Salutation: named?.Salutation ?? null,
    }
  },
}
