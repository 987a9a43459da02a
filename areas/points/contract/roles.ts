// Apart from the calls, so that the menu need not fetch those to know who sees what.

/** Who may look at a member's points. */
export const pointsRoles = ['Customer', 'Customer Transaction', 'Member Point Statement'] as const
