// Apart from the calls, so that the menu need not fetch those to know who sees what.

/** Who sees the list of people, under whatever name the menu has it. */
export const listRoles = ['Customer', 'Member Listing', 'Update Member Listing'] as const

/** Who may look at one customer. */
export const viewRoles = [
  'Customer',
  'Update Member Listing',
  'Referrer Listing',
  'Profile Amendment Review',
  'Archive Member',
] as const
