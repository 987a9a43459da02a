import { z } from 'zod'
import { Id, PersonName } from '#kit/contract/fields.ts'

/** A member of staff as shown when creating an account. The area `staff` owns the data. */
export const Staff = z.strictObject({
  StaffId: Id,
  FullName: PersonName,
  PreferredName: z.string(),
  JobTitle: z.string().nullable(),
  StaffType: z.enum(['HQ', 'Outlet Staff', 'Outlet Manager']),
  SalesPersonCode: z.string().nullable(),
  BuildingCode: z.string(),
  DepartmentCode: z.string().nullable(),
  Status: z.enum(['Active', 'Inactive', 'Deleted']),
})
export type Staff = z.infer<typeof Staff>
