// The roles are in a file of their own, so that the menu can check them without loading the endpoints.

/** The roles that may see a member's level status. */
export const levelRoles = ['Customer', 'Member Category Approval'] as const
