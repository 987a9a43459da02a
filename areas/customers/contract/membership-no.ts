import { normaliseIdentityNo } from './nric.ts'

/** Normalises a membership number to the stored form, without spaces and hyphens. */
export const normaliseMembershipNo = normaliseIdentityNo
