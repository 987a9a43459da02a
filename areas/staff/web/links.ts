export const USERS = '/settings/users'
