// Apart from the calls, so that the menu need not fetch those to know who sees what.

/** Who may look at one customer. */
export const viewRoles = [
  'Customer',
  'Update Member Listing',
  'Referrer Listing',
  'Profile Amendment Review',
  'Archive Member',
] as const
