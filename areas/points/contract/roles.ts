// A separate file, so that the menu can check roles without loading the endpoints.

/** Roles that may see a member's points. */
export const pointViewerRoles = ['Customer', 'Customer Transaction', 'Member Point Statement'] as const
