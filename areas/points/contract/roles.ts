// Separate from the calls, so that the menu does not load those to decide what it shows.

/** Roles that may see a member's points. */
export const pointsRoles = ['Customer', 'Customer Transaction', 'Member Point Statement'] as const
