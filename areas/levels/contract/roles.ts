// A separate file, so that the menu can check roles without loading the endpoints.

/** The roles that may see a member's level status. */
export const levelRoles = ['Customer', 'Member Category Approval'] as const
