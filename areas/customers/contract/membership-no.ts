import { plainIdentity } from './nric.ts'

/** A membership number as stored: without the spaces and hyphens that people type. */
export const plainMembershipNo = plainIdentity
