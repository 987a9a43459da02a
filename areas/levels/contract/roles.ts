// Apart from the calls, so that the menu need not fetch those to know who sees what.

/** Who may see where a member stands. */
export const levelRoles = ['Customer', 'Member Category Approval'] as const
