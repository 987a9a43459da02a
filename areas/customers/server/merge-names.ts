import type { ServerArea } from '#kit/server/area.ts'

/** What a customer may be called in a message. */
export const customerNames: NonNullable<ServerArea['mergeNames']> = {
  names: [
    { Name: 'FullName', Kind: 'text', About: 'Full name', AlwaysYN: 'Y', Sample: 'LIM MEI LING' },
    { Name: 'PreferredName', Kind: 'text', About: 'Preferred name', Sample: 'Mei Ling' },
    { Name: 'Salutation', Kind: 'text', About: 'Salutation', Sample: 'Ms' },
  ],
  values: async ({ db, CustomerId }) => ({
    ...(await db
      .selectFrom('Customer')
      .select(['FullName', 'PreferredName', 'Salutation'])
      .where('CustomerId', '=', CustomerId)
      .executeTakeFirst()),
  }),
}
