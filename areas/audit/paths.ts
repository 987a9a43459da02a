import { path } from '#kit/contract/path.ts'

export const auditTrailPath = path('/settings/audit-trail', 'ObjectType', 'ObjectId', 'RequestId')
