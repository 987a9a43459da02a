import { definePath } from '#kit/contract/path.ts'

export const auditTrailPath = definePath('/settings/audit-trail', 'ObjectType', 'ObjectId', 'RequestId')
