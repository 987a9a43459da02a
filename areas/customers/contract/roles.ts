// Separate from the calls, so that the menu can check roles without loading them.

/** Roles that may list customers, under any of the list's menu names. */
export const listRoles = ['Customer', 'Member Listing', 'Update Member Listing'] as const

/** Roles that may open one customer. */
export const viewRoles = [
  'Customer',
  'Update Member Listing',
  'Referrer Listing',
  'Profile Amendment Review',
  'Archive Member',
] as const
