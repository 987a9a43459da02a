// The roles are separate from the endpoints, so that the menu can check roles without loading the endpoints.

/** The roles that may list customers. */
export const customerListRoles = ['Customer', 'Member Listing', 'Update Member Listing'] as const

/** The roles that may open one customer. */
export const customerViewRoles = [
  'Customer',
  'Update Member Listing',
  'Referrer Listing',
  'Profile Amendment Review',
  'Archive Member',
] as const
